// Allocates memory outside the heap through the rings of ten thousand indicators.
// Expect: errored memory or errored script
// Limit: memory
function onStart() {
  for (let k = 0; ; k++) indicators.SMA('M1', 1000000 - k)
}
function onTick() {}
