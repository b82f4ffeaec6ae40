// Tries to grow one Map until the isolate crashes in a way that none of its own limits catches.
// Expect: errored memory
// Limit: memory
const grown = new Map()
function onTick() {
  for (let key = 0; ; key++) grown.set(key, key)
}
