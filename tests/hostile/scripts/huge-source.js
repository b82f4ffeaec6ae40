// A script of ten megabytes.
// Expect: errored script
function onTick() {
  return '%x*10000000%'.length
}
