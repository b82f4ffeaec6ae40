// Walks up the callers of a handler to the functions of the engine.
// Expect: errored script
function onTick() {
  const { caller } = onTick
  if (caller) log('ESCAPED to ' + caller)
  const top = arguments.callee.caller
  if (top) log('ESCAPED to ' + top)
}
