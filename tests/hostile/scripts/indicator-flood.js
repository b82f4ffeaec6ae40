// Creates indicators until memory is full.
// Expect: errored memory or errored timeout
// Limit: memory
function onStart() {
  for (let k = 2; ; k++) indicators.BollingerBands('M1', 20 + (k % 1000), k)
}
function onTick() {}
