// Tries to change built-in objects that the engine also uses.
// Expect: errored script /read only/
function onTick() {
  Array.prototype.push = () => 0
}
