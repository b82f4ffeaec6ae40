// Fills the stack in a built-in function, or in the toJSON that it calls, depending on the compiler.
// Expect: errored script /call stack/
class Node {
  toJSON() {
    return { next: new Node() }
  }
}
function onStart() {
  log(new Node())
}
function onTick() {}
