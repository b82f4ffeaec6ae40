// Leaves an unhandled rejection, to have it reported as our bug with paths of the host.
// Expect: errored script /Promise cannot be used/
function onTick() {
  Promise.reject(new Error('own fault'))
}
