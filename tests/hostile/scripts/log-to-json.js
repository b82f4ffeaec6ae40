// Logs objects whose toJSON never returns.
// Expect: errored timeout
function onTick() {
  log({
    toJSON() {
      for (;;);
    },
  })
}
