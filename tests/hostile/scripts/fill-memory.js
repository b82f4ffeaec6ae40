// Tries to fill the memory with objects that are all kept.
// Expect: errored memory
// Limit: memory
const kept = []
function onTick() {
  for (;;) kept.push({ a: kept.length, b: [kept.length] })
}
