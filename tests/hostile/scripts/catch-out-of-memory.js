// Catches the end of its memory, lets some go and takes it again.
// Expect: errored
// Limit: memory
let kept = []
function onTick() {
  for (;;) {
    try {
      kept.push(new Array(5e6).fill(kept.length))
    } catch {
      kept = kept.slice(1)
    }
  }
}
