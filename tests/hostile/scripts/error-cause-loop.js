// Throws an error that is its own cause, whose stack leads to itself.
// Expect: errored script /own cause/
function onTick() {
  const error = new Error('own cause')
  error.cause = error
  error.errors = [error]
  throw error
}
