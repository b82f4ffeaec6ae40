// Gives itself another name in stacks, with the comment that debuggers read.
// Expect: errored script /^here$/
function onTick() {
  throw new Error('here')
}
//# sourceURL=engine.js
