// Replaces the iterator of arrays.
// Expect: errored script
function onTick() {
  Reflect.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: false, value: log('ESCAPED') })
  closeAll()
}
