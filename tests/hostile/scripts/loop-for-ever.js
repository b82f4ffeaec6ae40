// Tries to keep a processor for ever.
// Expect: errored timeout
function onTick() {
  for (;;);
}
