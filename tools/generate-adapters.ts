// Writes the list of venue adapters from the folders in packages/venues/src/adapters/, so that a venue is its folder and
// nothing else. Like all generated files it is not in git; tools/run.mjs makes it before every command.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const source = join(import.meta.dirname, '../packages/venues/src')
const FILE = join(source, 'adapters.generated.ts')

/** Writes the list when it is missing or out of date. Throws when a folder does not export its adapters. */
export function generateAdapters(): void {
  const folders = readdirSync(join(source, 'adapters'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
  const text = listOf(folders)
  if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text) writeFileSync(FILE, text)
}

function listOf(folders: readonly string[]): string {
  const lists = folders.map((folder) => folder.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
  const imports = folders.map((folder, at) => {
    const file = join(source, 'adapters', folder, 'adapter.ts')
    if (!existsSync(file) || !readFileSync(file, 'utf8').includes('export const adapters: readonly VenueAdapter[]'))
      throw new Error(`adapters/${folder}/adapter.ts does not export adapters: readonly VenueAdapter[]`)
    return `import { adapters as ${lists[at]} } from './adapters/${folder}/adapter.ts'\n`
  })
  return `// Written by tools/generate-adapters.ts from the folders in adapters/.
${imports.join('')}import type { VenueAdapter } from './ports/venue-adapter.ts'

export const ADAPTERS: readonly VenueAdapter[] = [${lists.map((name) => `...${name}`).join(', ')}]
`
}
