// Never lets its run start.
// Expect: errored timeout
function onStart() {
  for (;;);
}
function onTick() {}
