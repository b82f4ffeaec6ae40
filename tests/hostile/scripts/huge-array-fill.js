// One native call that the isolate's own time limit cannot interrupt.
// Expect: errored memory or errored timeout
function onTick() {
  return new Array(1e8).fill(0).length
}
