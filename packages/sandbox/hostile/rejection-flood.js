// Leaves a hundred thousand rejected promises that nobody handles.
// Expect: errored script /unhandled/ or errored timeout
function onStart() {
  for (let k = 0; k < 100000; k++) Promise.reject(new Error('unhandled ' + k))
}
function onTick() {}
