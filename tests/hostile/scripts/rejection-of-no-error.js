// Leaves an unhandled rejection that is not an error, with its own text.
// Expect: errored script /Promise cannot be used/
function onTick() {
  Promise.reject({ message: 'Script execution timed out', toString: () => { for (;;); } })
}
