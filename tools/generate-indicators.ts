// Generates files from the indicator scripts in packages/indicators/src/catalog/: the executable registry
// (catalog.generated.js with its typing), its descriptions (catalog-texts.generated.js) and the typing of `indicators`
// for scripts (packages/script/api/). The scripts are the source: the View tab shows the text that runs; only its
// comments are stripped, because every run loads the registry anew. None of it is in git: tools/run.mjs generates it
// before every command, and vitest before every test run.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const packages = join(import.meta.dirname, '../packages')
const folder = join(packages, 'indicators/src')

const NOTICE = '// Written by tools/generate-indicators.ts from the scripts in packages/indicators/src/catalog/.\n'

/** In display order; the folder of a group has its name. */
const GROUPS: readonly string[] = [
  'Prices',
  'Moving averages',
  'Bands and channels',
  'Trend',
  'Oscillators',
  'Volatility',
  'Volume',
  'Statistics',
  'Levels and swings',
  'Candlestick patterns',
]

/** Constants of a script that determine how it is listed and displayed. */
const SETTINGS = 'key|group|pane|outputs|colors|repaints|fractions|minimum'

interface Script {
  readonly name: string
  readonly description: string
  readonly reference: string
  /**
   * First bar with a value, and number of bars until the influence of the start has faded, as expressions of the
   * parameters.
   */
  readonly first: string
  readonly settled: string
  readonly key: string
  readonly group: string
  readonly pane: string
  readonly outputs: readonly string[]
  readonly colors: readonly string[]
  readonly source: string
  /** The formula's parameters with their defaults, as written. */
  readonly formula: string
  readonly parameters: readonly Parameter[]
  readonly repaints: boolean
  readonly waitsForMarket: boolean
  readonly takesOther: boolean
}

interface Parameter {
  readonly name: string
  readonly defaultValue: number
  readonly isWhole: boolean
  readonly minimum: number
}

/** Writes the files that are missing or outdated. Throws if a script lacks something. */
export function generateIndicators(): void {
  for (const [path, text] of Object.entries(generatedFiles())) {
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
  }
}

/** Contents of the generated files, by path. */
function generatedFiles(): Record<string, string> {
  const files = readdirSync(join(folder, 'catalog'), { recursive: true, encoding: 'utf8' })
  const all = files
    .filter((file) => file.endsWith('.js'))
    .map((file) => parseScript(file.replaceAll('\\', '/'), readFileSync(join(folder, 'catalog', file), 'utf8')))
    .sort((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group) || (a.key < b.key ? -1 : 1))
  const twice = all.find(({ key }, i) => all.findIndex((other) => other.key === key) !== i)
  if (twice) throw new Error(`Two indicators have the key ${twice.key}`)
  return {
    [join(folder, 'catalog.generated.js')]:
      `${NOTICE}export const SYSTEM_INDICATORS = {\n${all.map(registryEntry).join('')}}\n`,
    [join(folder, 'catalog.generated.d.ts')]: registryTyping(all),
    [join(folder, 'catalog-texts.generated.js')]:
      `${NOTICE}export const SYSTEM_INDICATOR_TEXTS = {\n${all.map(textEntry).join('')}}\n`,
    [join(folder, 'catalog-texts.generated.d.ts')]: `${NOTICE}import type { IndicatorText } from './definition.ts'
import type { IndicatorKey } from './catalog.generated.js'

export declare const SYSTEM_INDICATOR_TEXTS: Readonly<Record<IndicatorKey, IndicatorText>>
`,
    [join(packages, 'script/api/indicators.generated.d.ts')]: scriptTyping(all),
  }
}

/** The description in a script's comments and constants. */
function parseScript(file: string, source: string): Script {
  const [, name = '', rest = ''] = /^\/\/ (.+)\n((?:\/\/ .+\n)+)/.exec(source) ?? []
  const header = rest.replaceAll('// ', '').replaceAll('\n', ' ')
  const [, description = '', reference = '', first = '', earliest, settled = first] =
    /^(.+?) Source: (.+?) First value: bar (.+?)( at the earliest)?\.(?: Settled after: (.+?)\.)? $/.exec(header) ?? []
  const formula = /^function onTick\(([^)]*)\) \{$/m.exec(source)?.[1]
  const key = text(source, 'key')
  const group = text(source, 'group')
  const pane = text(source, 'pane')
  const outputs = strings(source, 'outputs') ?? ['value']
  const colors = strings(source, 'colors') ?? []
  const needs = {
    'a title': name !== '',
    'a description, its source and the bar of its first value': first !== '',
    'a function onTick': formula !== undefined,
    'a key': key !== '',
    'the group of its folder':
      GROUPS.includes(group) && file.startsWith(`${group.toLowerCase().replaceAll(' ', '-')}/`),
    'a pane, overlay or study': pane === 'overlay' || pane === 'study',
    'a color for every output': colors.length === outputs.length,
  }
  for (const [need, isMet] of Object.entries(needs)) if (!isMet) throw new Error(`${file} needs ${need}`)
  const declared = (formula ?? '').replaceAll(/\s+/g, ' ').replace(/^ /, '').replace(/,? $/, '')
  return {
    name,
    description,
    reference,
    first,
    settled,
    key,
    group,
    pane,
    outputs,
    colors,
    source,
    formula: declared,
    parameters: parametersOf(declared, source),
    repaints: constant(source, 'repaints') === 'true',
    waitsForMarket: earliest !== undefined,
    takesOther: /\bother\(\)/.test(withoutComments(source)),
  }
}

function parametersOf(declared: string, source: string): Parameter[] {
  const fractions = strings(source, 'fractions') ?? []
  const minimum = new Map(
    [...(constant(source, 'minimum') ?? '').matchAll(/(\w+): (\d+)/g)].map(([, name, value]) => [name, Number(value)]),
  )
  return (declared === '' ? [] : declared.split(', ')).map((parameter) => {
    const [name = '', value] = parameter.split(' = ')
    const isWhole = !fractions.includes(name)
    return { name, defaultValue: Number(value), isWhole, minimum: isWhole ? (minimum.get(name) ?? 1) : 0 }
  })
}

/** The text after `const NAME = `, up to the end of its list, object or line. */
function constant(source: string, name: string): string | undefined {
  return new RegExp(`^const ${name} = (\\[[^\\]]*\\]|\\{[^}]*\\}|.*)$`, 'm').exec(source)?.[1]
}

/** The text in `const NAME = 'text'`. */
function text(source: string, name: string): string {
  return /^'(.+)'$/.exec(constant(source, name) ?? '')?.[1] ?? ''
}

/** The texts in `const NAME = ['a', 'b']`. */
function strings(source: string, name: string): string[] | undefined {
  const list = constant(source, name)
  return list === undefined ? undefined : [...list.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '')
}

function registryEntry(it: Script): string {
  const names = it.parameters.map(({ name }) => name)
  return `  ${it.key}: {
    key: '${it.key}',
    pane: '${it.pane}',
    outputs: ${JSON.stringify(it.outputs)},
    repaints: ${it.repaints},
    waitsForMarket: ${it.waitsForMarket},
    parameters: ${JSON.stringify(it.parameters)},
    takesOther: ${it.takesOther},
    firstValue: (${it.formula}) => ${it.first},
    settled: (${it.formula}) => ${it.settled},
${keeper(it.outputs)}    factory: ({ bar, ring, kit, other }, args) => function (${['bar, ring, kit, other', ...names].join(', ')}) {
${withCopies(asClosure(it))}return onTick }(bar, ring, kit, other, ...args),
  },
`
}

/** The functions that split a value of several numbers and build it. */
function keeper(outputs: readonly string[]): string {
  if (outputs.length === 1) return ''
  const lines = outputs.map((name, i) => `into[${i}].push(value.${name} ?? NaN)\n`)
  const named = outputs.map((name, i) => `${name}: from[${i}].at(k)`).join(', ')
  return `    keep: function (value, into) {\n${lines.join('')}},\n    named: (from, k) => ({ ${named} }),\n`
}

/** Names the fields of plain states, because iterating over names is several times slower. */
function withCopies(source: string): string {
  return source.replaceAll(/kit\.state\(\{((?:\s*\w+: -?[\w.]+,?)+)\s*\}\)/g, (_, fields: string) => {
    const names = [...fields.matchAll(/(\w+):/g)].map((match) => match[1])
    const copies = names.map((name) => `to.${name} = from.${name}`).join('; ')
    return `kit.state({${fields} }, (from, to) => { ${copies} })`
  })
}

/**
 * The script as the body of a function that takes the arguments: they are plain parameters and its variables are
 * declared by `var`, because others are checked on each access for being initialized.
 */
function asClosure({ source, key, parameters }: Script): string {
  const body = withoutComments(source)
    .replace(/^function onTick\([^)]*\)/m, 'function onTick()')
    .replaceAll(/^(?:let|const) /gm, 'var ')
  for (const { name } of parameters) {
    if (declares(name).test(body) || changes(name).test(body)) {
      throw new Error(`${key} must not change or hide its parameter ${name}`)
    }
  }
  return body
}

function declares(name: string): RegExp {
  return new RegExp(`^(?:var|function) ${name}\\b`, 'm')
}

/** Assignments other than those that declare a local constant or variable of that name. */
function changes(name: string): RegExp {
  const assigned = `(?<!(?:const|let) |[.\\w])${name} [-+*/%&|?]{0,2}= `
  return new RegExp(`${assigned}|(?:\\+\\+|--)${name}\\b|\\b${name}(?:\\+\\+|--)`)
}

/** Comments are on separate lines; the entry already contains the settings. */
function withoutComments(source: string): string {
  return source
    .replaceAll(/^\s*(?:\/\/.*|\/\*\*.*\*\/)?\n/gm, '')
    .replaceAll(new RegExp(`^const (?:${SETTINGS}) = (?:\\[[^\\]]*\\]|\\{[^}]*\\}|.*)\n`, 'gm'), '')
}

function textEntry(it: Script): string {
  return `  ${it.key}: {
    group: '${it.group}',
    name: ${JSON.stringify(it.name)},
    description: ${JSON.stringify(it.description)},
    reference: ${JSON.stringify(it.reference)},
    colors: ${JSON.stringify(it.colors)},
    source: ${JSON.stringify(it.source)},
  },
`
}

function registryTyping(all: readonly Script[]): string {
  const keys = all.map(({ key }) => `  | '${key}'\n`).join('')
  return `${NOTICE}import type { IndicatorDefinition } from './definition.ts'

export declare const SYSTEM_INDICATORS: Readonly<Record<IndicatorKey, IndicatorDefinition>>

export type IndicatorKey =
${keys}`
}

/** The interface that types `indicators` in the editor: one documented function per key. */
function scriptTyping(all: readonly Script[]): string {
  const members = all.map(({ key, name, description, reference, parameters, outputs, repaints, takesOther }) => {
    const defaults = parameters.map(({ name: parameter, defaultValue }) => `${parameter} ${defaultValue}`).join(', ')
    const lines = [
      `${name}. ${description}`,
      ...(repaints ? ['Repaints: values that were shown can still change.'] : []),
      ...(defaults ? [`Defaults: ${defaults}.`] : []),
      `Source: ${reference}`,
    ]
    const value =
      outputs.length === 1 ? 'number' : `{ ${outputs.map((output) => `readonly ${output}: number`).join('; ')} }`
    const args = [
      takesOther ? 'interval: BarInterval | TickCount' : 'interval: BarInterval | TickCount | KnownSeries',
      ...(takesOther ? ['other: Series'] : []),
      ...parameters.map(({ name: parameter }) => `${parameter}?: number`),
    ]
    return `  /**\n${lines
      .flatMap(wrapped)
      .map((line) => `   * ${line}\n`)
      .join('')}   */\n  ${key}(${args.join(', ')}): Indicator<${value}>\n`
  })
  return `${NOTICE}
/** System indicators by key. All work on bid prices of finished bars, and periods count bars. With a dataset instead of an interval, they work on its values, and periods count those. */
interface Indicators {
${members.join('')}}
`
}

function wrapped(line: string): string[] {
  return line.match(/.{1,112}(?:\s|$)/g)?.map((part) => part.trim()) ?? []
}

if (process.argv[1] === import.meta.filename) generateIndicators()
