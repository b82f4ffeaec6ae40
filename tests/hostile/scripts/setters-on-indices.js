// Defines a setter on index 0 of all arrays, to see what the engine stores.
// Expect: errored script
function onTick() {
  Object.defineProperty(Array.prototype, '0', { set: (value) => log('ESCAPED to ' + value), configurable: true })
  buy({ quantity: 1000 })
}
