// Keeps the queue of microtasks from ever getting empty.
// Expect: errored script /Promise cannot be used/
function onTick() {
  const again = () => Promise.resolve().then(again)
  again()
}
