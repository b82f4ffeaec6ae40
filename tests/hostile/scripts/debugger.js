// Stops in a debugger that nobody has attached.
// Expect: completed or errored
function onTick() {
  debugger
}
