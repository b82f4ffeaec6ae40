// Calls itself until the stack ends.
function onTick() {
  return onTick() + 1
}
