// Iterates over an array of four billion holes in one native call.
// Expect: errored
function onTick() {
  const holes = []
  holes.length = 2 ** 32 - 1
  return holes.fill(1).reverse().lastIndexOf(2)
}
