// Uses syntax that only sloppy mode allows.
// Expect: errored script
function onTick() {
  with (account) {
    balance = 1
  }
}
