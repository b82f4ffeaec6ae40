// Writes to a world-writable folder.
// Expect: errored script /import cannot be used/
function onStart() {
  import(/* hidden */ 'node:fs').then(({ writeFileSync }) => writeFileSync('%open%/escaped', 'here'))
}
function onTick() {}
