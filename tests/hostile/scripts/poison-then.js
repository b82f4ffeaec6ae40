// Gives every object a then, so that whoever waits for one of them calls it.
// Expect: errored script
function onTick() {
  Object.defineProperty(Object.prototype, 'then', { value: () => log('ESCAPED') })
}
