// Returns a promise that never resolves, to be waited for without using any processor time.
// Expect: completed
function onTick() {
  return new Promise(() => undefined)
}
