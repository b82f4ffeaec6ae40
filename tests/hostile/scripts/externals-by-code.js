// Computes its externals, so that reading them would require running it.
// Expect: errored script
const externals = [...(() => { for (;;); })()]
function onTick() {}
