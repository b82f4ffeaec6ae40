// Normalizes a long text to a form three times as long, in one native call.
// Expect: completed or errored
// Limit: memory
function onStart() {
  let text = '\u0390'.repeat(2e7)
  for (let k = 0; k < 10; k++) text = text.normalize('NFD') + text.toUpperCase()
  log(text.length)
}
function onTick() {}
