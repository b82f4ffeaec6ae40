// Returns a promise that never resolves, to make the host wait without using processor time.
// Expect: errored script /Promise cannot be used/
function onTick() {
  return new Promise(() => undefined)
}
