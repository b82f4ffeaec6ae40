// Tries to grow one Map until the isolate dies in a way that no limit of its own catches.
// Expect: errored memory
// Limit: memory
const grown = new Map()
function onTick() {
  for (let key = 0; ; key++) grown.set(key, key)
}
