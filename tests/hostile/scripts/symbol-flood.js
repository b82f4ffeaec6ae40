// Fills the symbol registry, which belongs to V8 and not to the script.
// Expect: errored memory or errored timeout
// Limit: memory
let count = 0
function onTick() {
  for (;;) Symbol.for('symbol number ' + count++)
}
