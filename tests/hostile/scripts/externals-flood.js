// Declares a hundred thousand externals.
// Expect: errored or completed
const externals = [%'e', *100000%]
function onTick() {}
