// Keeps plotting new series after the limit was reported.
// Expect: errored timeout
let count = 0
function onTick() {
  for (;;) {
    try {
      plot('n'.repeat(100) + count++, 1)
    } catch {
      continue
    }
  }
}
