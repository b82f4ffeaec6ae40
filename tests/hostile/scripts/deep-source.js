// A script that is nested so deeply that reading it ends the stack.
// Expect: errored script
function onTick() {
  return %(*50000%1%)*50000%
}
