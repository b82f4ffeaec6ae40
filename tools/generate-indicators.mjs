// Writes what is made from the indicator scripts in packages/indicators/src/catalog/: the registry that runs
// (system.generated.js with its typing), what people read about it (system-texts.generated.js) and the typing of
// `indicators` for scripts (packages/script/api/). The scripts stay the truth: what the View tab shows is the text
// that runs; only its comments stay behind, because every run loads the registry afresh.
// Run it after changing one of them; with --check it only tells whether the generated files are fresh.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { INDICATOR_GROUPS } from './indicator-groups.mjs'

const packages = join(import.meta.dirname, '../packages')
const folder = join(packages, 'indicators/src')

const NOTICE =
  '// Written by tools/generate-indicators.mjs. Change the scripts in packages/indicators/src/catalog/ instead.\n'

/** Texts of the generated files by path. Throws when a script has no key or not the form of a system indicator. */
export function generateIndicators() {
  const files = readdirSync(join(folder, 'catalog'), { recursive: true }).filter((file) => file.endsWith('.js'))
  const known = Object.entries(INDICATOR_GROUPS).flatMap(([group, names]) =>
    Object.entries(names).map(([name, key]) => ({ group, name, key })),
  )
  for (const file of files) {
    if (!known.some(({ group, name }) => pathOf(group, name) === file)) {
      throw new Error(`tools/indicator-groups.mjs has no key for ${file}`)
    }
  }
  const all = known.map(({ group, name, key }) => {
    const source = readFileSync(join(folder, 'catalog', pathOf(group, name)), 'utf8')
    return { group, key, source, ...parseScript(`${name}.js`, source) }
  })
  return {
    [join(folder, 'system.generated.js')]:
      `${NOTICE}/* eslint-disable */\nexport const SYSTEM_INDICATORS = {\n${all.map(registryEntry).join('')}}\n`,
    [join(folder, 'system.generated.d.ts')]: registryTyping(all),
    [join(folder, 'system-texts.generated.js')]:
      `${NOTICE}/* eslint-disable */\nexport const SYSTEM_INDICATOR_TEXTS = {\n${all.map(textEntry).join('')}}\n`,
    [join(folder, 'system-texts.generated.d.ts')]: `${NOTICE}import type { IndicatorText } from './definition.ts'
import type { IndicatorKey } from './system.generated.js'

export declare const SYSTEM_INDICATOR_TEXTS: Readonly<Record<IndicatorKey, IndicatorText>>
`,
    [join(packages, 'script/api/indicators.generated.d.ts')]: scriptTyping(all),
  }
}

function pathOf(group, name) {
  return join(group.toLowerCase().replaceAll(' ', '-'), `${name}.js`)
}

/** What the comments and constants of a script say about it. */
function parseScript(file, source) {
  const [, name, rest] = /^\/\/ (.+)\n((?:\/\/ .+\n)+)/.exec(source) ?? []
  const header = (rest ?? '').replaceAll('// ', '').replaceAll('\n', ' ')
  const [, description, reference, first, settled] =
    /^(.+?) Source: (.+?) First value: bar (.+?)\.(?: Settled after: (.+?)\.)? $/.exec(header) ?? []
  const handler = /^function onTick\((.*)\) \{$/m.exec(source)?.[1]
  const same = /^function onIntervalClose\((.*)\) \{$/m.exec(source)?.[1]
  const pane = /^const pane = '(overlay|study)'$/m.exec(source)?.[1]
  const outputs = strings(source, 'outputs') ?? ['value']
  const colors = strings(source, 'colors') ?? []
  const needs = {
    'a title': name,
    'a description, its source and the bar of its first value': first,
    'onTick and onIntervalClose with the same arguments': handler !== undefined && handler === same,
    'a pane': pane,
    'a colour for every output': colors.length === outputs.length,
  }
  for (const [need, met] of Object.entries(needs)) if (!met) throw new Error(`${file} needs ${need}`)
  const fractions = strings(source, 'fractions') ?? []
  const least = Object.fromEntries(
    [...(/^const least = \{ (.+) \}$/m.exec(source)?.[1] ?? '').matchAll(/(\w+): (\d+)/g)].map((m) => [m[1], +m[2]]),
  )
  const parameters = (handler === '' ? [] : handler.split(', ')).map((text) => {
    const [parameter, value] = text.split(' = ')
    const isWhole = !fractions.includes(parameter)
    return { name: parameter, defaultValue: Number(value), isWhole, least: isWhole ? (least[parameter] ?? 1) : 0 }
  })
  const repaints = /^const repaints = true$/m.test(source)
  return { name, description, reference, first, settled, handler, pane, outputs, colors, parameters, repaints }
}

/** The texts in `const NAME = ['a', 'b']`. */
function strings(source, name) {
  const list = new RegExp(`^const ${name} = \\[([^\\]]+)\\]$`, 'm').exec(source)?.[1]
  return list === undefined ? undefined : [...list.matchAll(/'([^']+)'/g)].map((match) => match[1])
}

function registryEntry(it) {
  return `  ${it.key}: {
    key: '${it.key}',
    pane: '${it.pane}',
    outputs: ${JSON.stringify(it.outputs)},
    repaints: ${it.repaints},
    parameters: ${JSON.stringify(it.parameters)},
    firstValue: (${it.handler}) => ${it.first},
    settled: (${it.handler}) => ${it.settled ?? it.first},
${keeper(it.outputs)}    factory: function ({ bar, ring }) {
${withoutComments(it.source)}return { onTick, onIntervalClose } },
  },
`
}

/** The function that takes a value of several numbers apart. */
function keeper(outputs) {
  if (outputs.length === 1) return ''
  const lines = outputs.map((name, at) => `into[${at}].push(value.${name} ?? NaN)\n`)
  return `    keep: function (value, into) {\n${lines.join('')}},\n`
}

/** Comments stand on lines of their own; what the settings say is in the entry already. */
function withoutComments(source) {
  return source
    .replaceAll(/^\s*(?:\/\/.*|\/\*\*.*\*\/)?\n/gm, '')
    .replaceAll(/^const (?:pane|outputs|colors|repaints|fractions|least) = .*\n/gm, '')
}

function textEntry(it) {
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

function registryTyping(all) {
  const keys = all.map(({ key }) => `  | '${key}'\n`).join('')
  return `${NOTICE}import type { IndicatorDefinition } from './definition.ts'

export declare const SYSTEM_INDICATORS: Readonly<Record<IndicatorKey, IndicatorDefinition>>

export type IndicatorKey =
${keys}`
}

/** The interface that types `indicators` in the editor: one documented function per key. */
function scriptTyping(all) {
  const members = all.map(({ key, name, description, reference, parameters, outputs, repaints }) => {
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
      'interval: BarInterval | TickCount',
      ...parameters.map(({ name: parameter }) => `${parameter}?: number`),
    ]
    return `  /**\n${lines
      .flatMap(wrapped)
      .map((line) => `   * ${line}\n`)
      .join('')}   */\n  ${key}(${args.join(', ')}): Indicator<${value}>\n`
  })
  return `${NOTICE}
/** System indicators by key. All work on bid prices of finished bars; periods count bars. */
interface Indicators {
${members.join('')}}
`
}

function wrapped(text) {
  return text.match(/.{1,112}(?:\s|$)/g)?.map((line) => line.trim()) ?? []
}

if (process.argv[1] === import.meta.filename) {
  for (const [path, text] of Object.entries(generateIndicators())) {
    if (!process.argv.includes('--check')) writeFileSync(path, text)
    else if (readFileSync(path, 'utf8') !== text) throw new Error(`${path} is stale: run this without --check`)
  }
}
