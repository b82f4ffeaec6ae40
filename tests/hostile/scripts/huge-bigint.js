// One native arithmetic call that takes very long.
// Expect: errored script /bigint/ or errored timeout
function onTick() {
  return 7n ** (7n ** 9n)
}
