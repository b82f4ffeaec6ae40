// Deletes and declares what only loose code may.
// Expect: errored script
function onTick() {
  undeclared = 010
  delete onTick
}
