// Behaves until its end and never lets it come.
// Expect: errored timeout
function onTick() {}
function onStop() {
  for (;;);
}
