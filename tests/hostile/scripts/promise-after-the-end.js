// Leaves a promise whose callback changes a plot after the last handler has returned.
// Expect: errored script /Promise cannot be used/
function onTick() {}
function onStop() {
  Promise.resolve().then(() => plot('late', 1))
}
