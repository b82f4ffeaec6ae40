// Compiles machine code of its own, whose loops and memory no limit of the isolate sees.
// Expect: errored script /reserved word/
function onTick() {
  new WebAssembly.Memory({ initial: 30000 })
}
