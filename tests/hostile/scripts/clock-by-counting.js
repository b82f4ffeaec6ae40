// Builds its own clock by counting in an endless asynchronous loop.
// Expect: errored script /must be synchronous/
let count = 0
const tick = async () => {
  for (;;) {
    count++
    await null
  }
}
function onTick() {
  tick()
  log(count)
}
