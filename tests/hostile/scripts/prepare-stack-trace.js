// Sets the hook with which V8 exposes the stack frames of its callers, including the engine.
// Expect: errored script
function onTick() {
  Error.prepareStackTrace = (error, frames) => frames
  for (const frame of new Error('look').stack) if (frame.getThis()) log('ESCAPED to ' + frame.getFunctionName())
}
