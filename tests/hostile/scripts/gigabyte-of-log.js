// Tries to write a gigabyte into the log.
// Expect: errored script /MB of log/
const line = 'x'.repeat(1_000_000)
function onTick() {
  for (let k = 0; k < 1000; k++) log(line)
}
