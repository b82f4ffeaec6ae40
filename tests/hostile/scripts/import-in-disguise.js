// Writes import so that a search for the word does not find it.
// Expect: errored script
function onTick() {
  \u0069mport('node:fs')
}
