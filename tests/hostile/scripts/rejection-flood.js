// Leaves a hundred thousand unhandled rejections.
// Expect: errored script /Promise cannot be used/
function onStart() {
  for (let k = 0; k < 100000; k++) Promise.reject(new Error('unhandled ' + k))
}
function onTick() {}
