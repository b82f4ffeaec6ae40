// Stops in a debugger that nobody holds.
// Expect: completed or errored
function onTick() {
  debugger
}
