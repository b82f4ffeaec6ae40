// Asks for an array by a length that no memory holds.
// Expect: errored
// Limit: memory
function onTick() {
  return Array.from({ length: 2 ** 32 - 1 }, () => ({}))
}
