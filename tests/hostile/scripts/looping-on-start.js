// Never lets its run begin.
// Expect: errored timeout
function onStart() {
  for (;;);
}
function onTick() {}
