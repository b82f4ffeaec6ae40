// Doubles strings up to the maximum length, and keeps them all.
// Expect: errored memory or errored timeout
// Limit: memory
const kept = []
function onTick() {
  for (let text = 'x'; ; text += text) {
    try {
      kept.push(text + kept.length)
      if (text.length > 2e8) text = 'x' + kept.length
    } catch {
      text = 'y' + kept.length
    }
  }
}
