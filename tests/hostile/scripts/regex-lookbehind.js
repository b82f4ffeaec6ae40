// A regular expression with a lookbehind that backtracks within one native call.
// Expect: errored timeout
function onTick() {
  return /(?<=^(?:x+x+)+y)z/.test('x'.repeat(40) + 'z') || /(x+x+)+y/.test('x'.repeat(50))
}
