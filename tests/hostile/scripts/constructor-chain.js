// Reaches for the host through the constructor of a constructor, which no static analysis sees.
// Expect: errored script /is not a function/
function onTick() {
  return [].constructor.constructor('return process')().exit(1)
}
