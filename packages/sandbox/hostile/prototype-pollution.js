// Tries to change the built-in objects that the engine uses as well.
function onTick() {
  Array.prototype.push = () => 0
}
