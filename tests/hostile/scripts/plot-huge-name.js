// Plots under a name of a hundred megabytes.
// Expect: errored script /1 to 100/
function onTick() {
  plot('n'.repeat(1e8), 1)
}
