// Uses an asynchronous handler, so that the run would have to wait for it.
// Expect: errored script /must be synchronous/
async function onTick() {
  await new Promise(() => undefined)
}
