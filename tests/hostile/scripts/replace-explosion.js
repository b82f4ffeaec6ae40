// Builds a text of ten billion characters by replacing.
// Expect: errored
// Limit: memory
function onTick() {
  return 'a'.repeat(1e7).replaceAll('a', 'b'.repeat(1000)).length
}
