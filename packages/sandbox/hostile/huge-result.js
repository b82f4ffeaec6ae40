// Tries to make a result that is too large to be kept.
let count = 0
function onTick() {
  if (++count < 3000) plot('n'.repeat(4000) + count, Math.random())
}
