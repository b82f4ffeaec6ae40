// A script nested so deeply that parsing it exhausts the stack.
// Expect: errored script
function onTick() {
  return %(*50000%1%)*50000%
}
