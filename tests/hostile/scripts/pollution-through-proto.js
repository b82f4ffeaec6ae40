// Tries to add a property to every object through __proto__.
// Expect: errored script
function onTick() {
  const base = {}
  base.__proto__.polluted = true
}
