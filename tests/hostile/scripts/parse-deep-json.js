// Parses a text of ten million opening brackets as JSON.
// Expect: errored script or errored memory or errored timeout
function onTick() {
  JSON.parse('['.repeat(1e7))
}
