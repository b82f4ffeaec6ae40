// Replaces the seeded randomness and looks for an unseeded source.
// Expect: errored script
function onTick() {
  Math.random = () => 4
}
