// Says that it failed on a line that no database column holds.
// Expect: errored script /^wild$/
function onTick() {
  throw { message: 'wild', stack: 'algorithm.js:99999999999999999999:99999999999999999999' }
}
