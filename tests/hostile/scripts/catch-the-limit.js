// Catches everything, including its time limit, and continues in finally.
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
