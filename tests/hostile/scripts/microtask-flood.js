// Keeps the microtask queue from ever becoming empty.
// Expect: errored script /Promise cannot be used/
function onTick() {
  const again = () => Promise.resolve().then(again)
  again()
}
