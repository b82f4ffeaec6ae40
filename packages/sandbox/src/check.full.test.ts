import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { runSpec, writeMinutes } from './market-data.fixture.ts'
import { createRunnerPool, type RunnerPool } from './runner-pool.ts'

const folder = mkdtempSync(join(tmpdir(), 'tradeloom-check-'))
const cacheDir = join(import.meta.dirname, '..', '..', '..', '.cache', 'engine')
let pool: RunnerPool

beforeAll(async () => {
  pool = await createRunnerPool({
    size: 1,
    spares: 0,
    warmsUp: false,
    checksYield: false,
    cacheDir,
    readableDirs: [folder],
  })
})

afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true, force: true })
})

function sample(path: string): string {
  return readFileSync(new URL(`../../../tests/lookahead-samples/${path}`, import.meta.url), 'utf8')
}

describe('a check in the sandbox', () => {
  it('finds no bias in a script that trades on finished bars', async () => {
    const outcome = await pool.check({ source: sample('unbiased/average-cross.js') })
    expect(outcome).toMatchObject({ status: 'checked', report: { verdict: 'unbiased', findings: [] } })
  })

  it('does not mistake randomness or the simulated time for a bias', { tags: ['full'] }, async () => {
    const tossed = await pool.check({ source: sample('unbiased/coin-toss.js') })
    expect(tossed).toMatchObject({ status: 'checked', report: { verdict: 'unbiased' } })
    const source =
      'function onIntervalClose() { if (new Date().getUTCHours() === 9 && positions.count === 0) buy({ quantity: 1, takeProfitPips: 9 }) }'
    const timed = await pool.check({ source })
    expect(timed).toMatchObject({ status: 'checked', report: { verdict: 'unbiased' } })
  })

  it('finds biases with the line in the source as written', async () => {
    const outcome = await pool.check({ source: sample('biased/dated-news.js') })
    expect(outcome).toMatchObject({ status: 'checked', report: { verdict: 'look-ahead', findings: [{ line: 3 }] } })
    const repaints = await pool.check({ source: sample('biased/flickering-rsi.js') })
    expect(repaints).toMatchObject({
      status: 'checked',
      report: { verdict: 'repaints', findings: [{ line: 6, column: 24 }] },
    })
  })

  it('gives a script no place to remember its runs', async () => {
    const outcome = await pool.check({ source: sample('biased/second-look.js') })
    expect(outcome).toMatchObject({ status: 'errored', kind: 'script', error: { line: 2 } })
  })

  it('prevents a script from repeating what it stored in an earlier run', async () => {
    // A list of days that is used once; every later run repeats the moves of the first one, bar by bar.
    const source = `const places = [
  Object.getPrototypeOf([].values().map(String)),
  Object.getPrototypeOf(Iterator.from({ next() {} })),
  Object.getOwnPropertyDescriptor(Error.prototype, 'message').set,
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(account), 'equity').get,
  Object.getOwnPropertyDescriptor(new Error(), 'stack').get,
  buy, indicators.SMA, Array.prototype.map, RegExp,
].filter((place) => place !== undefined)
let moves = places.find((place) => place.moves)?.moves
const isFirst = !moves?.some(Boolean)
if (isFirst) for (const place of places) try { place.moves = moves ??= [] } catch {}
moves ??= []
const days = [9, 11, 12, 16, 18, 22, 25, 26, 30, 31]
let bar = 0
function onIntervalClose({ time }) {
  const date = new Date(time)
  bar += 1
  if (isFirst) moves[bar] = date.getUTCFullYear() === 2024 && time % 86400000 === 32400000 && days.includes(date.getUTCDate())
  if (moves[bar]) buy({ quantity: 1000, takeProfitPips: 20, stopLossPips: 20 })
}`
    const outcome = await pool.check({ source })
    expect(outcome).toMatchObject({ status: 'checked', report: { verdict: 'look-ahead' } })
  })

  it('uses the given market', async () => {
    const columnsFile = writeMinutes(folder, 8_000)
    const spec = runSpec(8_000, { interval: 'M15', start: Date.UTC(2024, 0, 9) })
    const market = { spec, series: [{ instrumentId: spec.instrument.id, columnsFile }] }
    const outcome = await pool.check({ source: sample('unbiased/average-cross.js'), market })
    expect(outcome).toMatchObject({
      status: 'checked',
      report: { verdict: 'unbiased', sample: { instrumentId: 'EURUSD:TEST', synthetic: false } },
    })
  })

  it('ends a script with an endless loop, even one that loops only in a repeated run', { tags: ['full'] }, async () => {
    const limits = { cpuMs: 1_000, wallMs: 5_000 }
    const outcome = await pool.check({ source: 'function onIntervalClose() { for (;;); }', limits })
    expect(outcome).toMatchObject({ status: 'errored', kind: 'timeout', error: { line: 1, column: 30 } })
    const later = await pool.check({
      source: `function onIntervalClose() {
        if (new Date().getUTCFullYear() > 2040) for (;;);
        if (positions.count === 0) buy({ quantity: 1, takeProfitPips: 5, stopLossPips: 5 })
      }`,
      limits,
    })
    expect(later).toMatchObject({ status: 'errored', kind: 'timeout' })
  })

  it('reports errors that the script throws and source that cannot be parsed', async () => {
    const thrown = await pool.check({ source: '\nfunction onIntervalClose() { throw new Error("mine") }' })
    expect(thrown).toMatchObject({ status: 'errored', kind: 'script', error: { message: 'mine', line: 2 } })
    const unreadable = await pool.check({ source: 'function onIntervalClose( {' })
    expect(unreadable).toMatchObject({ status: 'errored', kind: 'script' })
  })

  it('ends when it is aborted', async () => {
    const abort = new AbortController()
    const checked = pool.check({ source: 'function onIntervalClose() { for (;;); }', signal: abort.signal })
    setTimeout(() => abort.abort(), 300)
    expect(await checked).toEqual({ status: 'canceled' })
  })
})
