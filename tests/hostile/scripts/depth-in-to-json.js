// Fills the stack in a built-in function, or in the toJSON that it calls, depending on the compiler.
// Expect: errored script /call stack/
// Each level is compared with all that enclose it, which takes a second of processor time.
// Limit: stack
class Node {
  toJSON() {
    return { next: new Node() }
  }
}
function onStart() {
  log(new Node())
}
function onTick() {}
