// Starts a second engine through the function that the runner uses to start the first.
// Expect: errored script /not declared/
function onStart() {
  createEntry('{}', '[]', 1)
}
function onTick() {}
