// Reads a text of ten million opening brackets as JSON.
// Expect: errored script or errored memory
function onTick() {
  JSON.parse('['.repeat(1e7))
}
