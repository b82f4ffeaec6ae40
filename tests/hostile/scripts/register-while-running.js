// Registers a handler within each handler, so that their number doubles with each bar.
// Expect: errored memory or errored timeout
// Limit: memory
function again() {
  every('M1', again)
  every('M1', again)
}
function onStart() {
  again()
}
function onTick() {}
