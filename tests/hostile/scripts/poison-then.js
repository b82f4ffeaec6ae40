// Gives every object a then, so that awaiting any of them calls it.
// Expect: errored script
function onTick() {
  Object.defineProperty(Object.prototype, 'then', { value: () => log('ESCAPED') })
}
