// Reaches for the host's process.
// Expect: errored script /reserved word/
function onTick() {
  process.exit(1)
}
