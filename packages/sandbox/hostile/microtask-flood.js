// Keeps the queue of microtasks from ever getting empty.
// Expect: errored timeout
function onTick() {
  const again = () => Promise.resolve().then(again)
  again()
}
