import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ColumnsFile } from './columns-file.ts'
import { EURUSD, runSpec, writeMinutes } from './market-data.fixture.ts'
import { DEFAULT_LIMITS, type RunOutcome } from './run-job.ts'
import type { RunRequest } from './pool-requests.ts'
import { createRunnerPool, type RunnerPool } from './runner-pool.ts'

const ROWS = 3_000
const TIGHT = { ...DEFAULT_LIMITS, cpuMs: 1_000, wallMs: 4_000, memoryMb: 64 }
const MEAN = `let closes = null
function onTick(period = 20) {
  closes ??= ring(period)
  closes.push(bar.close)
  return closes.full ? closes.mean() : null
}`

const folder = mkdtempSync(join(tmpdir(), 'tradeloom-custom-'))
const cacheDir = join(import.meta.dirname, '..', '..', '..', '.cache', 'engine')
let rows: ColumnsFile
let pool: RunnerPool

beforeAll(async () => {
  chmodSync(folder, 0o755)
  rows = writeMinutes(folder, ROWS)
  pool = await createRunnerPool({ size: 2, checksYield: false, cacheDir, readableDirs: [folder], warmsUp: false })
})

afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true, force: true })
})

function run(
  source: string,
  indicators: Readonly<Record<string, string>>,
  more: Partial<RunRequest> = {},
): Promise<RunOutcome> {
  return pool.run({
    id: source,
    tenant: 'tester',
    source,
    indicators: Object.entries(indicators).map(([key, script]) => ({ key, script })),
    spec: runSpec(ROWS),
    series: [{ instrumentId: EURUSD.id, columnsFile: rows }],
    ...more,
  })
}

const crossing = (average: string): string => `const average = ${average}
function onIntervalClose(bar) {
  if (!average.ready) return
  if (bar.close > average.value() && positions.count === 0) buy({ quantity: 1000 })
  else if (bar.close < average.value()) closeAll()
}`

describe('custom indicators of a run', () => {
  it('give the trades of the same system indicator', async () => {
    const outcomes = [
      await run(crossing(`indicators.Mean('M1', 11)`), { Mean: MEAN }),
      await run(crossing(`indicators.SMA('M1', 11)`), {}),
    ]
    const trades = outcomes.map((outcome) => ('result' in outcome ? outcome.result.statistics : outcome))
    expect(trades[0]).toMatchObject({ closedPositions: expect.any(Number) })
    expect(trades[0]).toEqual(trades[1])
  })

  it('are named in errors, with their own line and the line that created them', async () => {
    const late = 'let bars = 0\nfunction onTick() {\n  bars += 1\n  if (bars > 5) throw new Error("too many")\n}'
    const source = `\nconst own = indicators.Own('M1')\nfunction onTick() {}`
    expect(await run(source, { Own: late })).toMatchObject({
      status: 'errored',
      kind: 'script',
      error: { message: 'Own, line 4: too many' },
    })
    expect(await run(source, { Own: 'null.x\nfunction onTick() {}' })).toMatchObject({
      error: { message: expect.stringContaining('Own, line 1: TypeError: Cannot read'), line: 2, column: 24 },
    })
    expect(await run(source, { Own: `const pane = 1\nfunction onTick() {}` })).toMatchObject({
      error: { message: `Own: const pane must be 'overlay' or 'study'`, line: 2 },
    })
    expect(await run(source, { Own: 'function onTick() { buy() }' })).toMatchObject({
      error: { message: 'Own, line 1: buy can only be used in algorithms' },
    })
    const kit = 'function onTick(period = 2.5) {\n  return kit.sma(period).next(1)\n}'
    expect(await run(source, { Own: kit })).toMatchObject({
      error: { message: expect.stringMatching(/^Own, line 2: RangeError: kit.sma/) },
    })
  })

  it.each([
    ['loops without end', 'function onTick() { for (;;); }', 'timeout'],
    ['fills the memory', 'const all = []\nfunction onTick() { for (;;) all.push(new Array(1e5).fill(1.5)) }', 'memory'],
    [
      'returns an object whose getter loops without end',
      `const outputs = ['a', 'b']\nfunction onTick() { return { get a() { for (;;); }, b: 1 } }`,
      'timeout',
    ],
    [
      'returns a proxy that loops without end',
      `const outputs = ['a', 'b']\nconst trap = new Proxy({}, { get() { for (;;); } })\nfunction onTick() { return trap }`,
      'timeout',
    ],
    [
      'counts how deep it can call itself',
      `let depth = 0
      const dive = () => { depth++; dive() }
      function onTick() { try { dive() } catch {} return depth }`,
      /^Own, line 2: Maximum call stack size exceeded/,
    ],
    [
      'changes the bar',
      'function onTick() { bar.close = 0; return 1 }',
      /^Own, line 1: TypeError: Cannot set property/,
    ],
    [
      'changes a building block for all others',
      'function onTick() { Object.getPrototypeOf(ring(2)).mean = () => 0; return 1 }',
      /^Own, line 1: TypeError: Cannot assign to read only property/,
    ],
    [
      'reaches for a constructor',
      `function onTick() { return kit.constructor.constructor('return this')().process.pid }`,
      /^Own, line 1: TypeError/,
    ],
    [
      'reaches for the host through an error',
      `function onTick() {
        try { kit.sma('x') } catch (error) { return error.constructor.constructor('return process')().pid }
      }`,
      /^Own, line 2: TypeError/,
    ],
    [
      'reads a name of algorithms',
      'function onTick() { return typeof account === "object" ? 1 : 0; account }',
      /^Own, line 1/,
    ],
    ['throws no error', `function onTick() { throw { get message() { throw 1 } } }`, 'script'],
  ])('end a run when one %s', async (_, script, end) => {
    const source = `const own = indicators.Own('M1')\nfunction onTick() {}`
    // However long a busy machine takes to fill it.
    const limits = end === 'memory' ? { ...TIGHT, cpuMs: 120_000, wallMs: 240_000 } : TIGHT
    const outcome = await run(source, { Own: script }, { limits })
    expect(outcome).toMatchObject(
      typeof end === 'string'
        ? { status: 'errored', kind: end }
        : { status: 'errored', kind: 'script', error: { message: expect.stringMatching(end) } },
    )
  })

  it('can reach only what is frozen or their own', async () => {
    const script = `const own = new Set([kit])
      const open = []
      const seen = new Set()
      function visit(value, path) {
        if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return
        seen.add(value)
        if (!own.has(value) && !Object.isFrozen(value)) open.push(path)
        visit(Reflect.getPrototypeOf(value), path + '.__proto__')
        for (const key of Reflect.ownKeys(value)) {
          const { value: one } = Reflect.getOwnPropertyDescriptor(value, key)
          visit(one, path + '.' + String(key))
        }
      }
      function onTick() {
        const parts = [kit.ring(2), kit.sma(2), kit.ema(2), kit.doubleEma(2, 2), kit.wilder(2), kit.atr(2), kit.cycle(),
          kit.wma(2), kit.strength(2), kit.delay(2), kit.candles(2), kit.movement(2), kit.days()]
        for (const part of parts) own.add(part)
        for (const [at, one] of [kit, instrument, bar, ...parts].entries()) visit(one, String(at))
        throw new Error(open.length + ' open of ' + (seen.size > 60) + ': ' + open.join())
      }`
    const outcome = await run(`indicators.Own('M1')\nfunction onTick() {}`, { Own: script })
    expect(outcome).toMatchObject({ error: { message: expect.stringContaining('0 open of true') } })
  })
})

describe('a check with custom indicators', () => {
  const entry = (value: string): string => `const mean = indicators.Mean('M15', 8)
function onTick() {
  const value = mean.${value}
  if (positions.count === 0 && value === value && bars15.forming && bars15.forming.close < value) {
    buy({ quantity: 1000, takeProfitPips: 10, stopLossPips: 10 })
  }
}
const bars15 = bars('M15')`

  it('finds no bias in one that is read after its bars', async () => {
    const source = `const mean = indicators.Mean('M15', 8)
function onIntervalClose(bar) {
  if (mean.ready && positions.count === 0 && bar.close < mean.value()) buy({ quantity: 1000, takeProfitPips: 10, stopLossPips: 10 })
}`
    const outcome = await pool.check({ tenant: 'tester', source, indicators: [{ key: 'Mean', script: MEAN }] })
    expect(outcome).toMatchObject({ status: 'checked', report: { verdict: 'unbiased', findings: [] } })
  })

  it('finds the repainting of one that is read while its bar is forming', { tags: ['full'] }, async () => {
    const outcome = await pool.check({
      tenant: 'tester',
      source: entry('forming'),
      indicators: [{ key: 'Mean', script: MEAN }],
    })
    expect(outcome).toMatchObject({
      status: 'checked',
      report: { verdict: 'repaints', findings: [{ detector: 'repaint', message: expect.any(String) }] },
    })
  })

  it('finds dates that are written in one', async () => {
    const script = `const known = ['2019-05-07', '2019-05-08', '2019-05-09', '2019-05-14', '2019-05-16']
function onIntervalClose() {
  return known.includes(new Date(bar.time).toISOString().slice(0, 10)) ? 1 : 0
}`
    const source = `const signal = indicators.Signal('M15')
function onIntervalClose(bar) {
  if (signal.value() === 1 && bar.time % 14400000 === 0) buy({ quantity: 1 })
}`
    const outcome = await pool.check({ tenant: 'tester', source, indicators: [{ key: 'Signal', script }] })
    expect(outcome).toMatchObject({ status: 'checked', report: { verdict: 'look-ahead', findings: [{ line: 3 }] } })
  })
})
