// Throws a function that changes its text each time it is converted.
// Expect: errored script
let asked = 0
function onTick() {
  const thrown = () => 1
  Object.defineProperty(thrown, 'message', { get: () => (asked++ === 0 ? 'first' : { toString: () => 'ESC' + 'APED' }) })
  Object.defineProperty(thrown, 'name', { get: () => Symbol('none') })
  throw thrown
}
