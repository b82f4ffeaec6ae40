// Searches something that says it has nine thousand million million elements.
// Expect: errored timeout or errored memory
function onTick() {
  return Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1)
}
