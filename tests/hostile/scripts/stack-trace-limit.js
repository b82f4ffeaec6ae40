// Requests stacks of unlimited length and throws from deep within.
// Expect: errored script
function deep(n) {
  if (n === 0) throw new Error('x'.repeat(1000))
  try {
    return deep(n - 1) + 1
  } catch (error) {
    throw Object.assign(new Error('again'), { cause: error })
  }
}
function onTick() {
  Object.defineProperty(Error, 'stackTraceLimit', { value: 1e9 })
  deep(5000)
}
