// Tries to add a property to every object through __proto__.
function onTick() {
  const base = {}
  base.__proto__.polluted = true
}
