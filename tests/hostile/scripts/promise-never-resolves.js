// Returns a promise that never resolves, to be waited for without using any processor time.
// Expect: errored script /Promise cannot be used/
function onTick() {
  return new Promise(() => undefined)
}
