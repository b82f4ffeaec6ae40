// Asks for the place of its own file.
// Expect: errored script
function onTick() {
  log(import.meta.url)
}
