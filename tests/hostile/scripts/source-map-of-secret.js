// Names a file of the host as its source map, to have it read and displayed.
// Expect: errored script /^here$/
function onTick() {
  throw new Error('here')
}
//# sourceURL=file://%secret%
//# sourceMappingURL=file://%secret%
