// Creates an array with a length that no memory can hold.
// Expect: errored
// Limit: memory
function onTick() {
  return Array.from({ length: 2 ** 32 - 1 }, () => ({}))
}
