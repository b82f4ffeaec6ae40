// Allocates large buffers outside the heap.
// Expect: errored memory
// Limit: memory
const makers = Object.getOwnPropertyNames(Object.getPrototypeOf(Object.getPrototypeOf(''.matchAll(/x/g))))
const kept = [makers]
function onTick() {
  for (;;) kept.push(new Array(1e6).fill(kept.length))
}
