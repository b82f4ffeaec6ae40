// Registers handlers until memory is full.
// Expect: errored memory or errored timeout
// Limit: memory
function onStart() {
  for (;;) every('M1', () => {})
}
function onTick() {}
