// A regular expression that backtracks endlessly.
// Expect: errored timeout
function onTick() {
  return /^(a+)+$/.test('a'.repeat(60) + '!')
}
