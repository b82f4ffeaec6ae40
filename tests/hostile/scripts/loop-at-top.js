// Never finishes its top-level code.
// Expect: errored timeout
while (true) {}
function onTick() {}
