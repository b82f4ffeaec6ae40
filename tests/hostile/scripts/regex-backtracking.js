// A regular expression that backtracks for ages.
// Expect: errored timeout
function onTick() {
  return /^(a+)+$/.test('a'.repeat(60) + '!')
}
