// Keeps a chain of functions, each holding the previous one.
// Expect: errored
// Limit: memory
let chain = () => 0
function onTick() {
  for (;;) {
    const before = chain
    chain = () => before() + 1
  }
}
