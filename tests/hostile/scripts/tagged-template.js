// Reaches code through template tags and computed names.
// Expect: errored script
function onTick() {
  const tag = []['cons' + 'tructor']['cons' + 'tructor']
  return tag`return ${'process'}`()
}
