// Evaluates text that no static analysis has seen.
// Expect: errored script /reserved word/
function onTick() {
  ;(0, eval)("this.constructor.constructor('return process')().exit(1)")
}
