// Requests a window of a billion bars.
// Expect: errored
const average = indicators.SMA('M1', 1e9)
function onTick() {
  log(average.value())
}
