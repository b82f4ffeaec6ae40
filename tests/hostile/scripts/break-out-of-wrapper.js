// Tries to close the function that the script is put into.
// Expect: errored script
})(); while (true) {} (function () {
function onTick() {}
