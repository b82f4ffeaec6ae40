// Throws a message of half a gigabyte.
// Expect: errored
function onTick() {
  throw new Error('x'.repeat(2 ** 29 - 100))
}
