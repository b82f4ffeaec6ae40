// Computes its externals, so that whoever reads them would have to run it.
// Expect: errored script
const externals = [...(() => { for (;;); })()]
function onTick() {}
