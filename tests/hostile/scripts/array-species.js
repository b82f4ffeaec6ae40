// Passes its own arrays and iterators where the engine might iterate over them.
// Expect: completed or errored script
class Trap extends Array {
  static get [Symbol.species]() {
    return function () {
      for (;;);
    }
  }
  get length() {
    return -1
  }
}
function onStart() {
  log(new Trap(), Reflect.construct(Array, [], Trap))
  closeAll('LONG')
  closePosition(new Trap())
}
function onTick() {}
