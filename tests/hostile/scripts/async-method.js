// Hides an asynchronous function in a private method of a class.
// Expect: errored script /must be synchronous/
class Later {
  static async #go() {
    for await (const one of [1]) log(one)
  }
  static go() {
    return Later.#go()
  }
}
function onTick() {
  Later.go()
}
