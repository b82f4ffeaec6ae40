// Leaves a rejection behind that is no error, with a text of its own making.
// Expect: errored script /Promise cannot be used/
function onTick() {
  Promise.reject({ message: 'Script execution timed out', toString: () => { for (;;); } })
}
