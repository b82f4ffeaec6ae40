// Declares externals that would hide what the engine gives or what makes objects.
// Expect: errored script
const externals = ['__proto__', 'constructor', 'buy', '$tradeloom']
function onTick() {}
