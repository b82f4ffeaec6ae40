// Fills the stack while V8 writes the first line of a stack, where it drops errors.
// Expect: completed
let depth = 0
const object = {
  get name() {
    depth++
    return this.name
  },
  toString() {
    depth++
    return this.name
  },
}
function onStart() {
  Error.captureStackTrace(object)
  const text = object.stack
  if (depth > 0) log('ESCAPED with depth ' + depth + ' by ' + text)
}
function onTick() {}
