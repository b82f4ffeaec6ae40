// Writes the lists of what is one file each in a folder: import formats, data providers, channels of
// notifications, rules of the guardian. Like
// all generated files they are not in git; tools/run.mjs makes them before every command.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `folder`: what is listed, beside the list. `kind`: how names end, `ecb-provider.ts` exports `ecbProvider`. */
interface ListOfFiles {
  readonly list: string
  readonly folder: string
  readonly kind: string
  /** How files end. */
  readonly suffix: string
  readonly constant: string
  /** Of each, or of a record of all by the beginning of their names, and the file beside the list that defines it. */
  readonly type: string
  readonly typeFile: string
  readonly isRecord?: true
}

const MARKET_DATA = 'packages/market-data/src'
const LISTS: readonly ListOfFiles[] = [
  {
    list: `${MARKET_DATA}/import/formats.generated.ts`,
    folder: 'formats',
    kind: 'Format',
    suffix: '-format.ts',
    constant: 'FORMATS',
    type: 'ImportFormat',
    typeFile: 'import-format.ts',
  },
  {
    list: `${MARKET_DATA}/sources/sources.generated.ts`,
    folder: 'providers',
    kind: 'Provider',
    suffix: '-provider.ts',
    constant: 'SOURCES',
    type: 'SourceProvider',
    typeFile: 'source-provider.ts',
  },
  {
    list: 'packages/trading/src/guard/rules.generated.ts',
    folder: 'rules',
    kind: 'Rule',
    suffix: '-rule.ts',
    constant: 'RULES',
    type: 'GuardRule',
    typeFile: 'guard-rule.ts',
  },
  {
    list: 'apps/server/src/features/notifications/channels.generated.ts',
    folder: 'channels',
    kind: 'Channel',
    suffix: '.channel.ts',
    constant: 'CHANNELS',
    type: 'AllChannels',
    typeFile: 'channels/channel.ts',
    isRecord: true,
  },
  {
    list: 'apps/web/src/features/notifications/channel-views.generated.ts',
    folder: 'channels',
    kind: 'Channel',
    suffix: '.channel.tsx',
    constant: 'CHANNEL_VIEWS',
    type: 'AllChannelViews',
    typeFile: 'channels/channel-view.ts',
    isRecord: true,
  },
]

const root = join(import.meta.dirname, '..')

/** Writes the lists that are missing or out of date. Throws when a file does not export what its name says. */
export function generateLists(): void {
  for (const one of LISTS) {
    const file = join(root, one.list)
    const text = listOf(one)
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
  }
}

function listOf({ list, folder, kind, suffix, constant, type, typeFile, isRecord }: ListOfFiles): string {
  const path = join(root, list, '..', folder)
  const files = readdirSync(path)
    .filter((file) => file.endsWith(suffix))
    .sort()
  const short = files.map((file) =>
    file.slice(0, -suffix.length).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
  )
  const names = short.map((name, at) => {
    const exported = `export const ${name}${kind}${isRecord ? '' : `: ${type}`}`
    if (readFileSync(join(path, files[at] ?? ''), 'utf8').includes(exported)) return `${name}${kind}`
    throw new Error(`${files[at]} does not say ${exported}`)
  })
  const imports = files.map((file, at) => `import { ${names[at]} } from './${folder}/${file}'\n`)
  const entries = names.map((name, at) => (isRecord ? `${short[at]}: ${name}` : name)).join(', ')
  return `// Written by tools/generate-lists.ts from the files in ${folder}/.
${imports.join('')}import type { ${type} } from './${typeFile}'

${
  isRecord
    ? `export const ${constant} = { ${entries} } satisfies ${type}`
    : `export const ${constant}: readonly ${type}[] = [${entries}]`
}
`
}
