// A regular expression that backtracks for ages.
function onTick() {
  return /^(a+)+$/.test('a'.repeat(60) + '!')
}
