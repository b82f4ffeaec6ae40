import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Mutation } from './mutation.ts'

/** Loads one file of an adapter with a fault in it. `TRADELOOM_MUTATION` is a Mutation as JSON. */
const mutation = JSON.parse(process.env['TRADELOOM_MUTATION'] ?? 'null') as Mutation | null

if (mutation !== null) {
  const { file, from, to } = mutation
  registerHooks({
    load: (url, context, next) => {
      if (!url.startsWith('file:') || !url.split('?')[0]?.endsWith(`/venues/src/${file}`)) return next(url, context)
      const source = readFileSync(fileURLToPath(url), 'utf8')
      if (source.split(from).length !== 2) throw new Error(`${file} does not hold exactly once: ${from}`)
      return { format: 'module-typescript', source: source.replace(from, () => to), shortCircuit: true }
    },
  })
}
