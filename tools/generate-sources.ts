// Writes the list of data providers from the files in packages/market-data/src/sources/providers/, so that a provider is
// one file, its stand-in and its test. Like all generated files it is not in git; tools/run.mjs makes it before every
// command.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../packages/market-data/src/sources')
const FILE = join(folder, 'sources.generated.ts')
const SUFFIX = '-provider.ts'

/** Writes the list when it is missing or out of date. Throws when a file does not export its provider. */
export function generateSources(): void {
  const names = readdirSync(join(folder, 'providers'))
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length))
    .sort()
  const text = listOf(names)
  if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text) writeFileSync(FILE, text)
}

function listOf(names: readonly string[]): string {
  const constants = names.map(constantOf)
  const imports = names.map((name, i) => `import { ${constants[i]} } from './providers/${name}${SUFFIX}'\n`)
  return `// Written by tools/generate-sources.ts from the files in providers/.
${imports.join('')}import type { SourceProvider } from './source-provider.ts'

export const SOURCES: readonly SourceProvider[] = [${constants.join(', ')}]
`
}

function constantOf(name: string): string {
  const constant = `${name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Provider`
  const source = readFileSync(join(folder, 'providers', `${name}${SUFFIX}`), 'utf8')
  if (source.includes(`export const ${constant}: SourceProvider`)) return constant
  throw new Error(`${name}${SUFFIX} does not export ${constant}: SourceProvider`)
}
