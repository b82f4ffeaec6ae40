// Behaves until its end, which never comes.
// Expect: errored timeout
function onTick() {}
function onStop() {
  for (;;);
}
