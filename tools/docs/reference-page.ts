import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { INSTRUCTIONS, ORDER_TYPES, SETTINGS, TIMES_IN_FORCE } from '../../packages/domain/src/index.ts'
import { type IndicatorKey, SYSTEM_INDICATOR_TEXTS, SYSTEM_INDICATORS } from '../../packages/indicators/src/index.ts'
import { INEXACT, NOT_COMPARABLE, REFERENCE_FILES } from '../../packages/indicators/src/tulip-exceptions.fixture.ts'
import { type Comparison, compareWithReference } from '../../packages/indicators/src/tulip-reference.fixture.ts'
import { METRICS, STUDY_METRICS } from '../../packages/metrics/src/index.ts'
import { ENGINE_TESTS } from './engine-tests.ts'
import { settingRows } from './setting-rows.ts'

const root = join(import.meta.dirname, '..', '..')
/** Published vectors that indicators are compared with; not part of the repository. */
export const VECTORS = join(root, '../shared/data/reference/tulip')

/** `docs/reference.md`: what the product has of each kind, from its registries, and the test that holds it. */
export function referencePage(): string {
  const parts = [orders(), models(), metrics(), indicators(), exceptions()]
  return `${[HEAD, ...parts].join('\n\n')}\n`
}

const HEAD = `# What there is, and what holds it

Made by \`node tools/docs/write-reference.ts\` from the registries; a test compares this page with them.`

function orders(): string {
  const rows = [
    ...Object.entries(ORDER_TYPES).map(([key, text]) => ['order type', key, text]),
    ...Object.entries(TIMES_IN_FORCE).map(([key, text]) => ['time in force', key, text]),
    ...Object.entries(INSTRUCTIONS).map(([key, text]) => ['instruction', key, text]),
  ]
  return `## Orders\n\n${table(
    ['Kind', 'Name', 'What it does', 'Test'],
    rows.map(([kind = '', key = '', text = '']) => [kind, key, text, engineTest(key)]),
  )}`
}

function models(): string {
  const rows = Object.values(SETTINGS).flatMap((setting) =>
    settingRows(setting).map(({ name, text }) => [setting.title, name, text, `\`${setting.rule}\``, engineTest(name)]),
  )
  return `## Models\n\n${table(['Model', 'Setting', 'What it assumes', 'Rule', 'Test'], rows)}`
}

/** The test that holds an order or a model. */
function engineTest(name: string): string {
  const test = ENGINE_TESTS[name]
  if (!test) throw new Error(`tools/docs/engine-tests.ts names no test of ${name}`)
  const [file, title] = test
  const text = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''
  if (!text.includes(title)) throw new Error(`${file} has no test '${title}', which is to hold ${name}`)
  return `\`${file}\`: ${title}`
}

function metrics(): string {
  const rows = METRICS.map(({ key, title, unit, formula, source }) => [
    title,
    key,
    unit,
    formula,
    source,
    '`packages/metrics/src/definitions.test.ts`',
  ])
  const study = STUDY_METRICS.map(({ key, title, unit, formula, source }) => [
    title,
    key,
    unit,
    formula,
    source,
    '`packages/metrics/src/study/study.test.ts`',
  ])
  const head = ['Metric', 'Key', 'Unit', 'Formula', 'Source', 'Test: its formula computed in another way']
  return `## Metrics\n\n${METRICS.length} of a run, ${STUDY_METRICS.length} of several runs.\n\n${table(head, [...rows, ...study])}`
}

function indicators(): string {
  const comparisons = compared()
  const plain = tested('packages/indicators/src/plain-formulas.test.ts')
  const worked = tested('packages/indicators/src/worked-examples.test.ts')
  const patterns = tested('packages/indicators/src/tulip-reference.test.ts')
  const rows = Object.values(SYSTEM_INDICATORS).map(({ key, parameters, outputs, pane, repaints }) => {
    const { name } = SYSTEM_INDICATOR_TEXTS[key as IndicatorKey]
    const mine = comparisons.filter((one) => one.key === key)
    const settings = parameters.map((one) => `${one.name} ${one.defaultValue}`).join(', ')
    const tests = [
      ...(plain(key) ? ['plain formula, 1e-9'] : []),
      ...(worked(key) ? ['worked example'] : []),
      ...(mine.length === 0 && patterns(key) ? ['Tulip candle vectors, exact'] : []),
    ]
    return [
      `${name}${repaints ? ' (repaints)' : ''}`,
      key,
      settings || '–',
      outputs.join(', '),
      pane,
      tests.join(', ') || (mine.length > 0 ? 'published vectors' : 'behaviour common to all'),
      [...new Set(mine.map(({ block }) => block))].join('; ') || '–',
      mine.length === 0 ? '–' : exponential(Math.max(...mine.map(({ beyondRounding }) => beyondRounding))),
    ]
  })
  const head = ['Indicator', 'Key', 'Parameters', 'Outputs', 'Pane', 'Tests', 'Compared with', 'Largest difference']
  const text = `${rows.length} system indicators. All of them are also held to what is common (first value, growing bar, restart, no
look at later bars, a market that stands still) by \`packages/indicators/src/every-indicator.test.ts\`. Plain formulas
are in \`packages/indicators/src/plain-formulas.test.ts\`, worked examples in
\`packages/indicators/src/worked-examples.test.ts\`. Published vectors are those of Tulip Indicators
(\`packages/indicators/src/tulip-reference.test.ts\`); the largest difference is relative and beyond the rounding of the
printed numbers.`
  return `## Indicators\n\n${text}\n\n${table(head, rows)}`
}

function exceptions(): string {
  const comparisons = compared()
  const largest = (block: string) =>
    exponential(Math.max(...comparisons.filter((one) => one.block === block).map((one) => one.beyondRounding)))
  const rows = [
    ...Object.entries(INEXACT).map(([block, [, reason]]) => [block, largest(block), reason]),
    ...Object.entries(NOT_COMPARABLE).map(([block, reason]) => [block, 'not compared', reason]),
  ]
  const starts = comparisons.filter(({ because }) => because !== '')
  const ways = starts.map(({ key, block, because }) => [`${key}, ${block}`, because])
  return `## Differences above 1e-9 from the published vectors\n\n${table(['Block', 'Difference', 'Reason'], rows)}

Where the vectors start in another way, the start was fed or taken out before comparing:

${table(['Indicator and block', 'How'], unique(ways))}`
}

let known: readonly Comparison[] | null = null

function compared(): readonly Comparison[] {
  const texts = () =>
    Object.fromEntries(REFERENCE_FILES.map((file) => [file, readFileSync(join(VECTORS, file), 'utf8')]))
  known ??= compareWithReference(texts()).filter(({ block }) => !(block in NOT_COMPARABLE))
  return known
}

/** Whether a file of tests names an indicator. */
function tested(file: string): (key: string) => boolean {
  const [found] = globSync(file, { cwd: root })
  if (!found) throw new Error(`There is no ${relative(root, file)}`)
  const words = new Set(readFileSync(join(root, found), 'utf8').match(/\w+/g))
  return (key) => words.has(key)
}

function exponential(value: number): string {
  return value === 0 ? '0' : value.toExponential(1)
}

function unique(rows: readonly (readonly string[])[]): string[][] {
  return [...new Map(rows.map((row) => [row.join('|'), [...row]])).values()]
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
