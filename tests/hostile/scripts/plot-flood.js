// Plots as many series as it can name.
// Expect: errored script /at most 32/
let count = 0
function onTick() {
  for (;;) plot('series ' + count++, 1)
}
