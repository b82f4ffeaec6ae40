// Tries to keep a processor for ever.
function onTick() {
  for (;;);
}
