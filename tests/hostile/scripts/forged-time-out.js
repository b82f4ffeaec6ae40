// Throws the library's limit messages, to be mistaken for a limit.
// Expect: errored script
function onTick() {
  throw new Error('Script execution timed out.; Isolate was disposed during execution')
}
