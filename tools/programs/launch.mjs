// Runs a program of this repository (`tradeloom` or `server`) from its bundle, which starts much faster than loading a
// thousand modules. A missing or outdated bundle is built first; if it cannot be built because the checkout is
// read-only, the program runs from its sources.
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { freshProgram } from './fresh-program.mjs'
import { mapStacks } from './map-stacks.mjs'

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(`Tradeloom needs Node 24; this is ${process.version}\n`)
  process.exit(1)
}

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const [name = ''] = process.argv.splice(2, 1)
const entry = freshProgram(root, name) ?? (await built())
// The program expects its own name here.
process.argv[1] = entry
if (entry.endsWith('.js')) {
  // Caches compiled code on disk. Node ignores a folder it cannot write to.
  module.enableCompileCache(join(dirname(entry), 'compiled'))
  mapStacks(dirname(entry))
}
await import(pathToFileURL(entry).href)

async function built() {
  const { buildProgram, sourceOf } = await import('./build-program.ts')
  return (await buildProgram(root, name)) ?? sourceOf(root, name)
}
