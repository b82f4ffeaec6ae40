// One native call over a string that grows by doubling.
function onTick() {
  let nested = ['x'.repeat(1000)]
  for (;;) nested = [JSON.stringify([nested, nested])]
}
