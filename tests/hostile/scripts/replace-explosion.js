// Makes a text of ten thousand million characters by replacing.
// Expect: errored
// Limit: memory
function onTick() {
  return 'a'.repeat(1e7).replaceAll('a', 'b'.repeat(1000)).length
}
