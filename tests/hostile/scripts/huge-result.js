// Tries to produce a result that is too large to store.
// Expect: errored result-too-large
let count = 0
function onTick() {
  if (count < 400000) for (let k = 0; k < 20; k++) plot('series ' + k, Math.sin(count++))
}
