// Keeps the queue of microtasks from ever getting empty.
function onTick() {
  const again = () => Promise.resolve().then(again)
  again()
}
