// Logs an object that is nested a million levels deep.
// Expect: completed or errored
function onStart() {
  let nested = []
  for (let k = 0; k < 1e6; k++) nested = [nested]
  log(nested)
}
function onTick() {}
