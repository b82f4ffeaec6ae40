// Converts a number of a hundred million binary digits to text in one operation.
// Expect: errored timeout or errored script or errored memory
function onTick() {
  return String(3n ** (2n ** 26n)).length
}
