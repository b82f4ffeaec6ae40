// Leaves a rejection behind, to be told as a fault of ours with the paths of the host in it.
// Expect: errored script /Promise cannot be used/
function onTick() {
  Promise.reject(new Error('own fault'))
}
