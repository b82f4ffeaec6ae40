// Fills the registry of symbols, which belongs to the machine and not to the script.
// Expect: errored memory or errored timeout
// Limit: memory
let count = 0
function onTick() {
  for (;;) Symbol.for('symbol number ' + count++)
}
