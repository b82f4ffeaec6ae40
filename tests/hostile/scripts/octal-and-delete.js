// Deletes and declares what only sloppy mode allows.
// Expect: errored script
function onTick() {
  undeclared = 010
  delete onTick
}
