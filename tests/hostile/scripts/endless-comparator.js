// Sorts by a comparison that never ends.
// Expect: errored timeout
function onTick() {
  return [3, 1, 2].sort(() => {
    for (;;);
  })
}
