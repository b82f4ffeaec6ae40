// Gives an indicator a period whose value never comes.
// Expect: errored
const average = indicators.SMA('M1', {
  valueOf() {
    for (;;);
  },
})
function onTick() {
  log(average.value())
}
