// Never finishes its top-level code.
while (true) {}
function onTick() {}
