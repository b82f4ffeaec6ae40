// Declares an external whose name is code.
// Expect: errored script /cannot name an external/
const externals = [{ name: 'a = (() => { for (;;); })(), b', defaultValue: 1 }]
function onTick() {}
