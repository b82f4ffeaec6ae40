// Writes the lists of import formats and of data providers, of which each is a file and its test. Like all generated files
// they are not in git; tools/run.mjs makes them before every command.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `folder`: what is listed, beside the list. `kind`: how names end, `ecb-provider.ts` exports `ecbProvider`. */
interface ListOfFiles {
  readonly list: string
  readonly folder: string
  readonly kind: string
  readonly constant: string
  /** Of each, and the file beside the list that defines it. */
  readonly type: string
  readonly typeFile: string
}

const LISTS: readonly ListOfFiles[] = [
  {
    list: 'import/formats.generated.ts',
    folder: 'import/formats',
    kind: 'Format',
    constant: 'FORMATS',
    type: 'ImportFormat',
    typeFile: 'import-format.ts',
  },
  {
    list: 'sources/sources.generated.ts',
    folder: 'sources/providers',
    kind: 'Provider',
    constant: 'SOURCES',
    type: 'SourceProvider',
    typeFile: 'source-provider.ts',
  },
]

const source = join(import.meta.dirname, '../packages/market-data/src')

/** Writes the lists that are missing or out of date. Throws when a file does not export what its name says. */
export function generateLists(): void {
  for (const one of LISTS) {
    const file = join(source, one.list)
    const text = listOf(one)
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
  }
}

function listOf({ folder, kind, constant, type, typeFile }: ListOfFiles): string {
  const suffix = `-${kind.toLowerCase()}.ts`
  const files = readdirSync(join(source, folder))
    .filter((file) => file.endsWith(suffix))
    .sort()
  const names = files.map((file) => {
    const name = `${file.slice(0, -suffix.length).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}${kind}`
    if (readFileSync(join(source, folder, file), 'utf8').includes(`export const ${name}: ${type}`)) return name
    throw new Error(`${file} does not export ${name}: ${type}`)
  })
  const beside = folder.split('/').at(-1)
  const imports = files.map((file, at) => `import { ${names[at]} } from './${beside}/${file}'\n`)
  return `// Written by tools/generate-lists.ts from the files in ${beside}/.
${imports.join('')}import type { ${type} } from './${typeFile}'

export const ${constant}: readonly ${type}[] = [${names.join(', ')}]
`
}
