// Goes on plotting new series when it is told that there are enough.
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
