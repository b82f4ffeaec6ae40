// Tries to occupy a processor forever.
// Expect: errored timeout
function onTick() {
  for (;;);
}
