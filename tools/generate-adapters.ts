// Writes the list of venue adapters from the folders in packages/venues/src/adapters/, so that a venue is its folder and
// nothing else. Like all generated files it is not in git; tools/run.mjs makes it before every command.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const source = join(import.meta.dirname, '../packages/venues/src')
const FILE = join(source, 'adapters.generated.ts')

/** Writes the list when it is missing or out of date. */
export function generateAdapters(): void {
  const folders = readdirSync(join(source, 'adapters'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
  const imports = folders.map((folder, at) => `import { adapters as a${at} } from './adapters/${folder}/adapter.ts'\n`)
  const text = `// Written by tools/generate-adapters.ts from the folders in adapters/.
${imports.join('')}import type { VenueAdapter } from './ports/venue-adapter.ts'

export const ADAPTERS: readonly VenueAdapter[] = [${folders.map((_, at) => `...a${at}`).join(', ')}]
`
  if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text) writeFileSync(FILE, text)
}
