// Compiles its own machine code, whose loops and memory no limit of the isolate covers.
// Expect: errored script /reserved word/
function onTick() {
  new WebAssembly.Memory({ initial: 30000 })
}
