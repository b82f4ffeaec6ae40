// Tries to close the function that wraps the script.
// Expect: errored script
})(); while (true) {} (function () {
function onTick() {}
