import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OhlcColumns } from '@tradeloom/domain'
import { indicatorByKey, indicatorColumns } from '@tradeloom/indicators'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IndicatorOutcome } from './indicator-job.ts'
import { EURUSD } from './market-data.fixture.ts'
import type { IndicatorRequest } from './pool-requests.ts'
import { createRunnerPool, type RunnerPool } from './runner-pool.ts'

const START = Date.UTC(2024, 0, 8)
const HOUR = 3_600_000
const folder = mkdtempSync(join(tmpdir(), 'tradeloom-compute-'))
const cacheDir = join(import.meta.dirname, '..', '..', '..', '.cache', 'engine')
let pool: RunnerPool

beforeAll(async () => {
  pool = await createRunnerPool({ size: 1, cacheDir, readableDirs: [folder], warmsUp: false })
})

afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true, force: true })
})

function hours(rows: number): OhlcColumns {
  const column = (value: (row: number) => number) => Float64Array.from({ length: rows }, (_, row) => value(row))
  const close = (row: number) => Math.round(110_000 + 300 * Math.sin(row / 7) + 40 * Math.cos(row)) / 1e5
  return {
    time: column((row) => START + row * HOUR),
    open: column((row) => close(row - 1)),
    high: column((row) => close(row) + 0.001),
    low: column((row) => close(row) - 0.001),
    close: column(close),
    volume: column(() => 1),
    spread: column(() => 0.0001),
  }
}

function compute(script: string, more: Partial<IndicatorRequest> = {}): Promise<IndicatorOutcome> {
  const bars = hours(200)
  return pool.compute({ key: 'Own', script, args: [], tenant: 'me', instrument: EURUSD, barMs: HOUR, bars, ...more })
}

describe('a custom indicator over bars', () => {
  it('has the values of the same system indicator', async () => {
    const script = `const pane = 'overlay'
const colors = ['#2962ff']
let closes = null
function onTick(period = 20) {
  closes ??= ring(period)
  closes.push(bar.close)
  return closes.full ? closes.mean() : null
}`
    const outcome = await compute(script, { args: [7] })
    const [values] = indicatorColumns(indicatorByKey('SMA'), [7], hours(200)) as [Float64Array]
    const expected = Array.from(values, (value) => (Number.isNaN(value) ? null : value))
    expect(outcome).toEqual({
      status: 'computed',
      outputs: [{ name: 'value', pane: 'overlay', color: '#2962ff', values: expected }],
      // Ten times the period, 100 at least.
      warmup: 100,
      log: [],
    })
  })

  it('has several outputs, sees the instrument and the time at the end of each bar, and writes a log', async () => {
    const script = `const outputs = ['up', 'down']
const colors = ['url(https://example.org/x)', 'rgb(1 2 3)']
log('read')
function onTick(text = 'a', flag = false) {
  log(text, flag, new Date().toISOString(), instrument.symbol)
  return { up: Infinity, down: bar.low }
}`
    const outcome = await compute(script, { args: ['b', true], bars: hours(2) })
    expect(outcome).toMatchObject({
      outputs: [
        { name: 'up', pane: 'study', color: null, values: [null, null] },
        { name: 'down', color: 'rgb(1 2 3)', values: [expect.any(Number), expect.any(Number)] },
      ],
      log: [
        { message: 'read' },
        { time: START + HOUR, message: 'b true 2024-01-08T01:00:00.000Z EURUSD' },
        { time: START + 2 * HOUR, message: 'b true 2024-01-08T02:00:00.000Z EURUSD' },
      ],
    })
  })

  it('reports errors with the place in its own script, and the log so far', async () => {
    const script = `let bars = 0\nfunction onTick() {\n  log(++bars)\n  if (bars === 3) null.x\n}`
    expect(await compute(script)).toMatchObject({
      status: 'errored',
      kind: 'script',
      error: { message: expect.stringContaining('Cannot read properties of null'), line: 4, column: 24 },
      log: [{ message: '1' }, { message: '2' }, { message: '3' }],
    })
    expect(await compute('function onTick() {\n  return buy()\n}')).toMatchObject({
      status: 'errored',
      error: { message: 'buy can only be used in algorithms', line: 2, column: 10 },
    })
    expect(await compute('function onTick(a = 1) { return a }', { args: [1, 2] })).toMatchObject({
      error: { message: 'Own takes at most 1 arguments after the interval, not 2' },
    })
    expect(await compute('function onTick() { return other() }')).toMatchObject({
      error: { message: expect.stringContaining('compares two series') },
    })
  })

  it('is ended by its limits, and the next one is right', async () => {
    const limits = { cpuMs: 500 }
    expect(await compute('function onTick() { for (;;); }', { limits })).toMatchObject({
      status: 'errored',
      kind: 'timeout',
      error: { message: 'Script ran longer than 0.5 s of processor time' },
    })
    const talkative = `function onTick() { for (;;) log('x'.repeat(1000)) }`
    expect(await compute(talkative)).toMatchObject({ error: { message: expect.stringContaining('1 MB of log') } })
    const memory = 'const all = []\nfunction onTick() { for (;;) all.push(new Array(1e5).fill(1.5)) }'
    expect(await compute(memory, { limits: { memoryMb: 64 } })).toMatchObject({ status: 'errored', kind: 'memory' })
    expect(await compute('function onTick() { return 1 }')).toMatchObject({ status: 'computed' })
  })

  it('leaves nothing to the next one in the same runner', async () => {
    const store = 'kit.state.constructor.x = 1\nfunction onTick() { return 1 }'
    expect(await compute(store)).toMatchObject({ status: 'errored', kind: 'script' })
    expect(await compute(`function onTick() { return Math.random() }`, { bars: hours(1) })).toEqual(
      await compute(`function onTick() { return Math.random() }`, { bars: hours(1) }),
    )
  })

  it('is canceled by its signal, and refused over too many bars', async () => {
    const signal = AbortSignal.timeout(300)
    expect(await compute('function onTick() { for (;;); }', { signal })).toEqual({ status: 'canceled' })
    expect(() => compute('function onTick() {}', { bars: hours(40_001) })).toThrow('40000 bars at most')
  })
})
