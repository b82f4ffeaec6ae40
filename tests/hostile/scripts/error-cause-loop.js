// Throws an error that is its own cause, with a stack that leads back to itself.
// Expect: errored script /own cause/
function onTick() {
  const error = new Error('own cause')
  error.cause = error
  error.errors = [error]
  throw error
}
