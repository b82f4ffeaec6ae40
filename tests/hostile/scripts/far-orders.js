// Places orders that never fill until memory is full.
// Expect: errored
// Limit: memory
function onTick() {
  for (let k = 0; ; k++) buy({ quantity: 1, limitPrice: 0.5 + (k % 1000) / 1e5 })
}
