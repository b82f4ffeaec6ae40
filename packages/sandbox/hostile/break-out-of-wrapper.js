// Tries to close the function that the script is put into.
})(); while (true) {} (function () {
function onTick() {}
