// Writes into a folder that is open to everybody.
// Expect: errored script /import cannot be used/
function onStart() {
  import(/* hidden */ 'node:fs').then(({ writeFileSync }) => writeFileSync('%open%/escaped', 'here'))
}
function onTick() {}
