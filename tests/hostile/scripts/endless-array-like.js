// Searches an object that claims to have nine quadrillion elements.
// Expect: errored timeout or errored memory
function onTick() {
  return Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1)
}
