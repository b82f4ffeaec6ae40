// Tries to fill the memory with objects that are all kept.
const kept = []
function onTick() {
  for (;;) kept.push({ a: kept.length, b: [kept.length] })
}
