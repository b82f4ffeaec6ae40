// Uses forms of the old language that only code without strict mode has.
// Expect: errored script
function onTick() {
  with (account) {
    balance = 1
  }
}
