// Replaces the seeded chance and looks for one that is not seeded.
// Expect: errored script
function onTick() {
  Math.random = () => 4
}
