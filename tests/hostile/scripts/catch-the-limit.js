// Catches everything, the end of its own time as well, and goes on in finally.
// Expect: errored timeout
function loop() {
  try {
    for (;;);
  } catch {
    loop()
  } finally {
    loop()
  }
}
function onTick() {
  loop()
}
