// Asks for the location of its own file.
// Expect: errored script
function onTick() {
  log(import.meta.url)
}
