// Runs an asynchronous generator forever, each step in its own microtask.
// Expect: errored script /must be synchronous/
async function* numbers() {
  for (let k = 0; ; k++) yield k
}
async function turn() {
  for await (const number of numbers()) Math.sqrt(number)
}
function onTick() {
  turn()
}
