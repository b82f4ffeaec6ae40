// Reaches for the host's process.
function onTick() {
  process.exit(1)
}
