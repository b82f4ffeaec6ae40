// Passes an indicator a period whose conversion to a number never returns.
// Expect: errored
const average = indicators.SMA('M1', {
  valueOf() {
    for (;;);
  },
})
function onTick() {
  log(average.value())
}
