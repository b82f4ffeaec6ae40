// One native call over a string that grows by doubling.
// Expect: errored script /string length/ or errored memory
// Limit: memory
function onTick() {
  let nested = ['x'.repeat(1000)]
  for (;;) nested = [JSON.stringify([nested, nested])]
}
