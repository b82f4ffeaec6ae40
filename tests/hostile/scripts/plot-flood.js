// Asks for as many plotted series as it can think of names.
// Expect: errored script /at most 32/
let count = 0
function onTick() {
  for (;;) plot('series ' + count++, 1)
}
