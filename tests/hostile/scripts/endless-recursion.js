// Calls itself until the stack is exhausted.
// Expect: errored script /call stack/
function onTick() {
  return onTick() + 1
}
