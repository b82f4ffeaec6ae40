// Drops the error of a full stack in finally, without catching it, and trades on the depth.
// Expect: errored script /call stack/
let depth = 0
function dive() {
  depth++
  dive()
}
function measure() {
  depth = 0
  for (;;) {
    try {
      dive()
    } finally {
      break
    }
  }
  return depth
}
function onStart() {
  buy({ quantity: 1000 + (measure() % 1000) })
}
function onTick() {}
