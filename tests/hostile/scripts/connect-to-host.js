// Opens a connection to a port of the machine.
// Expect: errored script
function onStart() {
  fetch('http://127.0.0.1:%port%/')
}
function onTick() {}
