// A handler that is asynchronous, so that the run would wait for it.
// Expect: errored script /must be synchronous/
async function onTick() {
  await new Promise(() => undefined)
}
