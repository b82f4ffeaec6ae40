import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leanResult } from '@tradeloom/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ColumnsFile } from './columns-file.ts'
import { EURUSD, runSpec, writeMinutes } from './market-data.fixture.ts'
import type { SweepRequest } from './pool-requests.ts'
import { createRunnerPool, type RunnerPool } from './runner-pool.ts'
import { WALK_OF_A_CONTEXT } from './walk-of-a-context.fixture.ts'

const ROWS = 3000
const METRICS = ['profit', 'sharpeDaily', 'profitFactor', 'winRate']
const CROSS = `const externals = [{ name: 'fast', defaultValue: 5 }, { name: 'slow', defaultValue: 30 }]
const fastAverage = indicators.SMA(runInterval, fast)
const slowAverage = indicators.SMA(runInterval, slow)
function onIntervalClose() {
  if (crossedAbove(fastAverage, slowAverage)) { closeAll(); buy({ quantity: 1000, stopLossPips: 20, takeProfitPips: 40 }) }
  if (crossedBelow(fastAverage, slowAverage)) { closeAll(); sell({ quantity: 1000, trailingStopPips: 15 }) }
}`
const FAILS_FOR_SOME = `const externals = [{ name: 'at', defaultValue: 10 }]
let bars = 0
function onIntervalClose() {
  if (++bars === at) throw new Error('bar ' + at)
  if (bars % 50 === 0) buy({ quantity: 1000, stopLossPips: 5 })
}`
const FAILS_AT_ITS_START = `const externals = [{ name: 'at', defaultValue: 0 }]
let bars = 0
if (at === 1) throw new Error('at its start')
function onIntervalClose() {
  if (at === 2) throw new Error('on its first bar')
  if (++bars % 50 === 0) buy({ quantity: 1000, stopLossPips: 5 })
}`

const TALKATIVE = `const externals = [{ name: 'pace', defaultValue: 20 }]
let bars = 0
function onIntervalClose(bar) {
  plot('close', bar.close)
  log(bars, Math.random(), Date.now() === now())
  if (++bars % pace === 0 && Math.random() < 0.5) buy({ quantity: 1000, takeProfitPips: 3 + Math.random() })
}
function onPositionClosed() { if (new Date().getUTCMinutes() % 2) sell({ quantity: 500, stopLossPips: 9 }) }`
const PENDING = `const externals = [{ name: 'period', defaultValue: 14 }]
const bands = indicators.BollingerBands(runInterval, period)
const rsi = indicators.RSI(runInterval, period)
function onIntervalClose(bar) {
  if (!rsi.ready || orders.count > 2) return
  if (rsi.value() < 40) buy({ quantity: 1000, limitPrice: bar.close - 0.0005, stopLossPips: 10 })
  if (rsi.value() > 60) sell({ quantity: 1000, stopPrice: bar.close - 0.0005, takeProfitPips: 10 })
}`

const folder = mkdtempSync(join(tmpdir(), 'tradeloom-sweep-'))
const cacheDir = join(import.meta.dirname, '..', '..', '..', '.cache', 'engine')
let file: ColumnsFile
let pool: RunnerPool
let sweeps = 0

beforeAll(async () => {
  file = writeMinutes(folder, ROWS)
  pool = await createRunnerPool({ size: 1, spares: 0, warmsUp: false, cacheDir, readableDirs: [folder] })
})
afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true, force: true })
})

function requestOf(source: string, points: SweepRequest['points'], more: Partial<SweepRequest> = {}): SweepRequest {
  const series = [{ instrumentId: EURUSD.id, columnsFile: file }]
  const id = `sweep ${sweeps++}`
  return { id, sweep: id, tenant: 'ann', source, spec: runSpec(ROWS), series, points, metrics: METRICS, ...more }
}

/** The rows of single runs. */
async function singleRuns({ points, spec, source, series, metrics, limits }: SweepRequest) {
  const rows = []
  for (const [at, point] of points.entries()) {
    const externals = { ...spec.externals, ...point }
    const id = `single ${at}`
    const outcome = await pool.run({
      id,
      tenant: 'ann',
      source,
      series,
      ...(limits && { limits }),
      spec: { ...spec, externals },
    })
    if (outcome.status === 'completed') rows.push({ status: 'Completed', ...leanResult(outcome.result, metrics) })
    else if (outcome.status === 'errored') {
      const { kind, error, isBeforePrices } = outcome
      rows.push({ status: 'Errored', kind, error, ...(isBeforePrices && { isBeforePrices }) })
    }
  }
  return rows
}

describe('a sweep', () => {
  it.each([
    ['stops, targets and trailing stops', CROSS, [{}, { fast: 3, slow: 9 }, { fast: 9 }, { slow: 60 }]],
    ['errors of the script for some of its externals', FAILS_FOR_SOME, [{ at: 5 }, { at: 0 }, { at: 700 }, { at: -1 }]],
    [
      'errors before the first price and after it',
      FAILS_AT_ITS_START,
      [{}, { at: 1 }, { at: 2 }, { at: 1 }, { at: 0 }],
    ],
    ['plots, logs, chance and its clock', TALKATIVE, [{}, { pace: 7 }, { pace: 100 }]],
    ['indicators and pending orders', PENDING, [{}, { period: 5 }, { period: 40 }]],
  ])('equals single runs: %s', async (_, source, points) => {
    const request = requestOf(source, points)
    const outcome = await pool.sweep(request)
    if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome))
    expect(outcome.rows).toEqual(await singleRuns(request))
    const ledgers = outcome.rows.map((row) => (row.status === 'Errored' ? row.error.line : row.ledgerHash))
    expect(new Set(ledgers).size).toBeGreaterThan(1)
    expect(outcome.rows.filter((row) => row.status === 'Completed' && row.positionCount > 0).length).toBeGreaterThan(1)
  })

  it('tells which runs failed before their script was given a price', async () => {
    const outcome = await pool.sweep(requestOf(FAILS_AT_ITS_START, [{ at: 1 }, { at: 2 }]))
    if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome))
    expect(outcome.rows).toMatchObject([
      { isBeforePrices: true, error: { message: 'at its start' } },
      { status: 'Errored' },
    ])
    expect(outcome.rows[1]).not.toHaveProperty('isBeforePrices')
  })

  it.each([
    ['time', 'for (;;);', 'timeout', { cpuMs: 1000 }],
    ['memory', 'for (;;) kept.push(new Array(1e5).fill(1))', 'memory', { memoryMb: 48 }],
  ] as const)('charges only the run at fault when it runs out of %s, and goes on', async (_, greed, kind, limits) => {
    const source = `const externals = [{ name: 'at', defaultValue: 0 }]
const kept = []
let bars = 0
function onIntervalClose() {
  bars++
  if (at === 1 && bars === 500) ${greed}
  if (bars % 50 === 0) buy({ quantity: 1000, stopLossPips: 5 })
}`
    const points = [0, 2, 1, 3].map((at) => ({ at }))
    const request = requestOf(source, points, { limits })
    const outcome = await pool.sweep(request)
    if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome))
    const kinds = outcome.rows.map((row) => (row.status === 'Errored' ? row.kind : row.status))
    expect(kinds).toEqual(['Completed', 'Completed', kind, 'Completed'])
    expect(outcome.rows).toEqual(await singleRuns(request))
  })

  it('goes on in another process after a run that ends its own', async () => {
    const source = `const externals = [{ name: 'at', defaultValue: 0 }]
const kept = new Map()
function onIntervalClose() {
  if (at === 1) for (let k = 0; ; k++) kept.set(k, k)
  if (positions.count === 0) buy({ quantity: 1000, stopLossPips: 5 })
}`
    const points = [0, 2, 1, 3].map((at) => ({ at }))
    const outcome = await pool.sweep(requestOf(source, points, { limits: { memoryMb: 48 } }))
    if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome))
    expect(outcome.rows.map((row) => (row.status === 'Errored' ? row.kind : row.status))).toEqual([
      'Completed',
      'Completed',
      'memory',
      'Completed',
    ])
  })

  it('refuses what a single run refuses: a result that is too large', async () => {
    const source = `const externals = [{ name: 'lines', defaultValue: 1 }]
function onTick() { for (let k = 0; k < lines; k++) plot('line ' + k, now() * Math.random()) }`
    const limits = { resultBytes: 400_000 }
    const request = requestOf(source, [{}, { lines: 4 }, { lines: 0 }], { limits })
    const outcome = await pool.sweep(request)
    expect(outcome).toMatchObject({ rows: await singleRuns(request) })
    expect(outcome).toMatchObject({
      rows: [{ status: 'Completed' }, { kind: 'result-too-large' }, { status: 'Completed' }],
    })
  })

  it('equals single runs over two markets', async () => {
    const other = { ...EURUSD, id: 'GBPUSD:TEST', symbol: 'GBPUSD', dealt: 'GBP', displaySymbol: 'GBP/USD' }
    const source = `const externals = [{ name: 'step', defaultValue: 20 }]
const pound = market('GBPUSD')
let bars = 0
function onIntervalClose() {
  if (++bars % step === 0) pound.buy({ quantity: 1000, stopLossPips: 9, takeProfitPips: 4 })
  if (bars % 70 === 0) sell({ quantity: 2000, trailingStopPips: 6 })
}`
    const spec = runSpec(ROWS, { markets: [{ instrument: other, closures: [], swap: null, funding: null }] })
    const series = [EURUSD, other].map(({ id }) => ({ instrumentId: id, columnsFile: file }))
    const request = requestOf(source, [{}, { step: 33 }, { step: 111 }], { spec, series })
    const outcome = await pool.sweep(request)
    if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome))
    expect(outcome.rows).toEqual(await singleRuns(request))
    expect(outcome.rows.every((row) => row.status === 'Completed' && row.positionCount > 20)).toBe(true)
  })

  it('ends a run once it has fallen too far, and marks every run that has', async () => {
    const points = [{}, { fast: 3, slow: 9 }, { fast: 9 }]
    const all = await pool.sweep(requestOf(CROSS, points))
    if (all.status !== 'completed') throw new Error(JSON.stringify(all))
    const falls = all.rows.map((row) => ('maxDrawdownPercentage' in row ? row.maxDrawdownPercentage : NaN))
    const maxDrawdown = falls.toSorted((a, b) => a - b)[1] as number
    const cut = await pool.sweep(requestOf(CROSS, points, { maxDrawdown }))
    if (cut.status !== 'completed') throw new Error(JSON.stringify(cut))
    for (const [at, row] of cut.rows.entries()) {
      if ((falls[at] as number) <= maxDrawdown) expect(row).toEqual(all.rows[at])
      else expect(row).toMatchObject({ status: 'Cut', ledgerHash: null })
    }
    expect(cut.rows.filter(({ status }) => status === 'Cut')).toHaveLength(1)
    expect(await pool.sweep(requestOf(CROSS, points, { maxDrawdown }))).toMatchObject({ rows: cut.rows })
  })

  it('finds its runner ready for the next batch, which leaves no trace in single runs', async () => {
    const first = requestOf(CROSS, [{}, { fast: 4 }])
    await pool.sweep(first)
    const pid = pool.stats()
    const second = { ...first, id: 'second', points: [{ fast: 6 }, {}] }
    const swept = await pool.sweep(second)
    expect(swept).toMatchObject({ status: 'completed', rows: await singleRuns(second) })
    expect(pid.running).toBe(0)
  })

  it('gives each run a script without memory of the others', async () => {
    const source = `const externals = [{ name: 'run', defaultValue: 0 }]
let seen = 0
const attempt = (work) => { try { work() } catch { seen += 0 } }
function onIntervalClose() {
  seen++
  attempt(() => { globalThis.count = (globalThis.count ?? 0) + 1 })
  attempt(() => { Array.prototype.count = 1 })
  attempt(() => { buy.count = (buy.count ?? 0) + 1 })
  attempt(() => { Object.getPrototypeOf(positions).count = 1 })
  attempt(() => { account.count = 1 })
  attempt(() => { Math.random = () => 0 })
  const found = [globalThis.count, [].count, buy.count, positions.count, account.count]
  if (seen === 9) buy({ quantity: 1000 + found.filter((one) => one > 0).length })
}`
    const outcome = await pool.sweep(requestOf(source, [{ run: 1 }, { run: 2 }, { run: 3 }]))
    if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome))
    expect(new Set(outcome.rows.map((row) => 'ledgerHash' in row && row.ledgerHash)).size).toBe(1)
    const walked = await pool.sweep(requestOf(WALK_OF_A_CONTEXT, [{}, {}]))
    const message = expect.stringMatching(/^0 open of \d{3,}: $/)
    expect(walked).toMatchObject({ rows: [{ error: { message } }, { error: { message } }] })
  })

  it('shows a mistake in the script, or data that does not fit, in every row', async () => {
    const mistake = await pool.sweep(requestOf('function onTick( {', [{}, {}]))
    expect(mistake).toMatchObject({ rows: [{ kind: 'script', error: { line: 1 } }, { kind: 'script' }] })
    const spec = runSpec(ROWS, { start: 0, end: 60_000 })
    expect(await pool.sweep(requestOf(CROSS, [{}], { spec }))).toMatchObject({ rows: [{ kind: 'input' }] })
  })

  it('fails, to be tried again, when its runner is killed, and can be canceled', async () => {
    const slow = `const externals = [{ name: 'run', defaultValue: 0 }]
function onTick() { for (let k = 0; k < 2e4; k++) Math.random() }`
    const request = requestOf(slow, [{}, {}, {}, {}])
    const killed = pool.sweep(request)
    await expect.poll(() => pool.stats().pids[request.id] ?? 0).toBeGreaterThan(0)
    process.kill(pool.stats().pids[request.id] as number, 'SIGKILL')
    expect(await killed).toMatchObject({ status: 'failed' })
    const controller = new AbortController()
    const canceled = pool.sweep({ ...request, id: 'canceled', signal: controller.signal })
    await expect.poll(() => pool.stats().pids['canceled'] ?? 0).toBeGreaterThan(0)
    controller.abort()
    expect(await canceled).toEqual({ status: 'canceled' })
    expect(await pool.sweep(requestOf(CROSS, [{}]))).toMatchObject({ status: 'completed' })
  })
})
