// Calls itself until the stack ends.
// Expect: errored script /call stack/
function onTick() {
  return onTick() + 1
}
