// Throws the texts by which the library tells of its limits, to be taken for a limit.
// Expect: errored script
function onTick() {
  throw new Error('Script execution timed out.; Isolate was disposed during execution')
}
