// Declares externals that would hide names of the API or constructors.
// Expect: errored script
const externals = ['__proto__', 'constructor', 'buy', '$tradeloom']
function onTick() {}
