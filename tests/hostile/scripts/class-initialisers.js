// Runs code where an analysis of handlers does not look: in class bodies and default values.
// Expect: errored timeout
class Late {
  static [Symbol.for('key')] = (() => {
    for (;;);
  })()
}
function onTick() {
  return Late
}
