// Returns an object whose then never returns.
// Expect: completed or errored timeout
function onTick() {
  return {
    get then() {
      for (;;);
    },
  }
}
