// Tries to change the built-in objects that the engine uses as well.
// Expect: errored script /read only/
function onTick() {
  Array.prototype.push = () => 0
}
