// One native call of arithmetic that takes very long.
function onTick() {
  return 7n ** (7n ** 9n)
}
