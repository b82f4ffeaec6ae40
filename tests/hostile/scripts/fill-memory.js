// Tries to fill memory with objects that all stay alive.
// Expect: errored memory
// Limit: memory
const kept = []
function onTick() {
  for (;;) kept.push({ a: kept.length, b: [kept.length] })
}
