// Allocates typed arrays outside the heap.
// Expect: errored script /reserved word/
const kept = []
function onTick() {
  for (;;) kept.push(new Float64Array(1e7))
}
