// Tries to load a module.
// Expect: errored script /import cannot be used/
function onTick() {
  import('node:fs').then((fs) => fs.rmSync('/', { recursive: true }))
}
