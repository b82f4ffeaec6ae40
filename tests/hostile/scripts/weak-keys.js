// Fills a weak map with keys that their own values keep alive.
// Expect: errored memory or errored timeout
// Limit: memory
const weak = new WeakMap()
let last = {}
function onTick() {
  for (;;) {
    const next = { last }
    weak.set(next, next)
    last = next
  }
}
