import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { MARGIN_FIGURES } from '../../packages/contracts/src/index.ts'
import { INSTRUCTIONS, ORDER_TYPES, SETTINGS, TIMES_IN_FORCE } from '../../packages/domain/src/index.ts'
import { type IndicatorKey, SYSTEM_INDICATOR_TEXTS, SYSTEM_INDICATORS } from '../../packages/indicators/src/index.ts'
import { INEXACT, NOT_COMPARABLE } from '../../packages/indicators/src/tulip-exceptions.fixture.ts'
import { REFERENCE_MAPPINGS } from '../../packages/indicators/src/tulip-mappings.fixture.ts'
import { METRICS, STUDY_METRICS } from '../../packages/metrics/src/index.ts'
import { ENGINE_TESTS } from './engine-tests.ts'
import { heldBy, type TestFile } from './held-by.ts'
import { settingRows } from './setting-rows.ts'

const root = join(import.meta.dirname, '..', '..')

/** `docs/reference.md`: every kind of thing in the product's registries, and the test for it. */
export function referencePage(): string {
  const parts = [orders(), models(), margin(), metrics(), indicators(), exceptions()]
  return `${[HEAD, ...parts].join('\n\n')}\n`
}

const HEAD = `# Reference

Written by \`node tools/docs/write-reference.ts\` from the registries of the code; a test keeps it up to date.`

function orders(): string {
  const rows = [
    ...Object.entries(ORDER_TYPES).map(([key, { text }]) => ['order type', key, text]),
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

function margin(): string {
  const rows = MARGIN_FIGURES.map(({ key, title, help }) => [title, `statistics.${key}`, help])
  return `## Margin of a run\n\n${table(['Figure', 'In the result', 'What it means'], rows)}`
}

let tests: readonly TestFile[] | null = null

function testFiles(): readonly TestFile[] {
  tests ??= globSync('packages/{engine,market-data}/src/**/*.test.ts', { cwd: root })
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  return tests
}

/** The test for an order or a model. */
function engineTest(name: string): string {
  const test = heldBy(name, testFiles()) ?? ENGINE_TESTS[name]
  if (!test) throw new Error(`No test has the comment "// Holds ${name}" above it`)
  const [file, title] = test
  const text = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''
  if (!text.includes(title)) throw new Error(`${file} has no test '${title}', which is to hold ${name}`)
  return `\`${file}\`: ${title}`
}

function metrics(): string {
  const rows = METRICS.map(({ key, title, unit, formula, source, noInterval }) => [
    title,
    key,
    unit,
    formula,
    source,
    noInterval ?? '95%',
    '`packages/metrics/src/definitions.test.ts`',
  ])
  const study = STUDY_METRICS.map(({ key, title, unit, formula, source }) => [
    title,
    key,
    unit,
    formula,
    source,
    'None: it already summarizes several runs.',
    '`packages/metrics/src/study/study.test.ts`',
  ])
  const head = ['Metric', 'Key', 'Unit', 'Formula', 'Source', 'Interval', 'Test: the formula computed in another way']
  return `## Metrics\n\n${METRICS.length} of a run, ${STUDY_METRICS.length} of several runs.\n\n${table(head, [...rows, ...study])}`
}

function indicators(): string {
  const plain = tested('packages/indicators/src/plain-formulas.test.ts')
  const worked = tested('packages/indicators/src/worked-examples.test.ts')
  const patterns = tested('packages/indicators/src/tulip-reference.test.ts')
  const own = ownTests()
  const rows = Object.values(SYSTEM_INDICATORS).map(({ key, parameters, outputs, pane, repaints, takesOther }) => {
    const { name, group } = SYSTEM_INDICATOR_TEXTS[key as IndicatorKey]
    const blocks = Object.keys(REFERENCE_MAPPINGS).filter((block) => REFERENCE_MAPPINGS[block]?.key === key)
    const settings = parameters.map((parameter) => `${parameter.name} ${parameter.defaultValue}`)
    const tests = [
      ...(own.has(key) ? ['own test'] : []),
      ...(plain(key) ? ['plain formula, 1e-9'] : []),
      ...(worked(key) ? ['worked example'] : []),
      ...(blocks.length > 0 ? ['published vectors'] : patterns(key) ? ['published candles, exact'] : []),
    ]
    return [
      group,
      `${name}${repaints ? ' (repaints)' : ''}`,
      key,
      [...(takesOther ? ['other series'] : []), ...settings].join(', ') || '–',
      outputs.join(', '),
      pane,
      tests.join(', ') || 'common behavior',
      blocks.join(', ') || '–',
    ]
  })
  const head = ['Group', 'Indicator', 'Key', 'Parameters', 'Outputs', 'Pane', 'Tests', 'Published as']
  const text = `${rows.length} system indicators. The common behavior of all of them (first value, forming bar, reset, no look-ahead,
a flat market) is tested by \`packages/indicators/src/every-indicator.test.ts\`. Plain formulas are in
\`packages/indicators/src/plain-formulas.test.ts\`, worked examples in
\`packages/indicators/src/worked-examples.test.ts\`, dedicated tests next to the indicator in
\`packages/indicators/src/catalog\`. Published vectors are those of Tulip Indicators, compared by
\`packages/indicators/src/tulip-reference.test.ts\` to a relative difference of 1e-9 beyond the rounding of the printed
numbers, with the exceptions below.`
  return `## Indicators\n\n${text}\n\n${table(head, rows)}`
}

function exceptions(): string {
  const rows = [
    ...Object.entries(INEXACT).map(([block, [bound, reason]]) => [block, `at most ${exponential(bound)}`, reason]),
    ...Object.entries(NOT_COMPARABLE).map(([block, reason]) => [block, 'not compared', reason]),
  ]
  const starts = Object.entries(REFERENCE_MAPPINGS).flatMap(([block, { key, because }]) =>
    because === undefined ? [] : [[`${key}, ${block}`, because]],
  )
  return `## Differences above 1e-9 from the published vectors\n\n${table(['Block', 'Difference', 'Reason'], rows)}

Where the published numbers start differently, the start is adjusted before comparing:

${table(['Indicator and block', 'How'], starts)}`
}

/** Keys of indicators with a dedicated test next to them. */
function ownTests(): Set<string> {
  const catalog = join(root, 'packages/indicators/src/catalog')
  const scripts = globSync('**/*.test.ts', { cwd: catalog }).map((file) => file.replace(/\.test\.ts$/, '.js'))
  return new Set(
    scripts.map((script) => /^const key = '(\w+)'$/m.exec(readFileSync(join(catalog, script), 'utf8'))?.[1] ?? ''),
  )
}

/** Whether a test file mentions an indicator. */
function tested(file: string): (key: string) => boolean {
  const [found] = globSync(file, { cwd: root })
  if (!found) throw new Error(`There is no ${relative(root, file)}`)
  const words = new Set(readFileSync(join(root, found), 'utf8').match(/\w+/g))
  return (key) => words.has(key)
}

function exponential(value: number): string {
  return value === 0 ? '0' : value.toExponential(1)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
