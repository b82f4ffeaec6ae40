// Writes the list of import formats from the files in packages/market-data/src/import/formats/, so that a format is one
// file and its test. Like all generated files it is not in git; tools/run.mjs makes it before every command.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../packages/market-data/src/import')
const FILE = join(folder, 'formats.generated.ts')
const SUFFIX = '-format.ts'

/** Writes the list when it is missing or out of date. Throws when a file does not export its format. */
export function generateFormats(): void {
  const names = readdirSync(join(folder, 'formats'))
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length))
    .sort()
  const text = listOf(names)
  if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text) writeFileSync(FILE, text)
}

function listOf(names: readonly string[]): string {
  const constants = names.map(constantOf)
  const imports = names.map((name, i) => `import { ${constants[i]} } from './formats/${name}${SUFFIX}'\n`)
  return `// Written by tools/generate-formats.ts from the files in formats/.
${imports.join('')}import type { ImportFormat } from './import-format.ts'

export const FORMATS: readonly ImportFormat[] = [${constants.join(', ')}]
`
}

function constantOf(name: string): string {
  const constant = `${name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Format`
  const source = readFileSync(join(folder, 'formats', `${name}${SUFFIX}`), 'utf8')
  if (source.includes(`export const ${constant}: ImportFormat`)) return constant
  throw new Error(`${name}${SUFFIX} does not export ${constant}: ImportFormat`)
}
