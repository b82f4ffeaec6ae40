// Claims to have failed on a line number that no database column can hold.
// Expect: errored script /^wild$/
function onTick() {
  throw { message: 'wild', stack: 'algorithm.js:99999999999999999999:99999999999999999999' }
}
