// Replaces how arrays are gone over.
// Expect: errored script
function onTick() {
  Reflect.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: false, value: log('ESCAPED') })
  closeAll()
}
