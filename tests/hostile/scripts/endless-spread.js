// Spreads an endless sequence.
// Expect: errored memory
// Limit: memory
function* numbers() {
  for (let k = 0; ; k++) yield k
}
function onTick() {
  return [...numbers()]
}
