// Sets the hook with which the machine hands out the frames of its callers, engine included.
// Expect: errored script
function onTick() {
  Error.prepareStackTrace = (error, frames) => frames
  for (const frame of new Error('look').stack) if (frame.getThis()) log('ESCAPED to ' + frame.getFunctionName())
}
