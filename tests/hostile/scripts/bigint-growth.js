// Multiplies a number by itself, which takes longer and longer within one operation.
// Expect: errored timeout or errored script /bigint/
function onTick() {
  for (let number = 3n; ; ) number *= number
}
