// Catches its out-of-memory error, frees some memory and allocates it again.
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
