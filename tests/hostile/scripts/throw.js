// Throws in the middle of its run.
// Expect: errored script /^stopped on the fifth bar$/
let count = 0
function onIntervalClose() {
  if (++count === 5) throw new Error('stopped on the fifth bar')
}
