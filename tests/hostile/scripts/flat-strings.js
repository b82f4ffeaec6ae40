// Builds flat strings of hundreds of megabytes.
// Expect: errored memory or errored timeout
// Limit: memory
const kept = []
function onTick() {
  for (let k = 0; ; k++) kept.push(Array.from('x'.repeat(1e6) + k).reverse().join(''))
}
