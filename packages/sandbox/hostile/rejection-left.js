// Leaves a rejection behind, to be told as a fault of ours with the paths of the host in it.
// Expect: errored script /^A promise was rejected and the rejection left unhandled: own fault$/
function onTick() {
  Promise.reject(new Error('own fault'))
}
