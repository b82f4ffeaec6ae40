import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tree, treeUsage } from './launch/process-tree.ts'
import { runSpec, writeMinutes } from './market-data.fixture.ts'
import { createRunnerPool, type RunnerPool } from './runner-pool.ts'

const folder = mkdtempSync(join(tmpdir(), 'tradeloom-check-'))
const cacheDir = join(import.meta.dirname, '..', '..', '..', '.cache', 'engine')
const tenant = 'alice'
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
    const outcome = await pool.check({ tenant, source: sample('unbiased/average-cross.js') })
    expect(outcome).toMatchObject({ status: 'checked', report: { verdict: 'unbiased', findings: [] } })
  })

  it('does not mistake randomness or the simulated time for a bias', { tags: ['full'] }, async () => {
    const tossed = await pool.check({ tenant, source: sample('unbiased/coin-toss.js') })
    expect(tossed).toMatchObject({ status: 'checked', report: { verdict: 'unbiased' } })
    const source =
      'function onIntervalClose() { if (new Date().getUTCHours() === 9 && positions.count === 0) buy({ quantity: 1, takeProfitPips: 9 }) }'
    const timed = await pool.check({ tenant, source })
    expect(timed).toMatchObject({ status: 'checked', report: { verdict: 'unbiased' } })
  })

  it('finds biases with the line in the source as written', async () => {
    const outcome = await pool.check({ tenant, source: sample('biased/dated-news.js') })
    expect(outcome).toMatchObject({ status: 'checked', report: { verdict: 'look-ahead', findings: [{ line: 3 }] } })
    const repaints = await pool.check({ tenant, source: sample('biased/flickering-rsi.js') })
    expect(repaints).toMatchObject({
      status: 'checked',
      report: { verdict: 'repaints', findings: [{ line: 6, column: 24 }] },
    })
  })

  it('gives a script no place to remember its runs', async () => {
    const outcome = await pool.check({ tenant, source: sample('biased/second-look.js') })
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
    const outcome = await pool.check({ tenant, source })
    expect(outcome).toMatchObject({ status: 'checked', report: { verdict: 'look-ahead' } })
  })

  it('uses the given market', async () => {
    const columnsFile = writeMinutes(folder, 8_000)
    const spec = runSpec(8_000, { interval: 'M15', start: Date.UTC(2024, 0, 9) })
    const market = { spec, series: [{ instrumentId: spec.instrument.id, columnsFile }] }
    const outcome = await pool.check({ tenant, source: sample('unbiased/average-cross.js'), market })
    expect(outcome).toMatchObject({
      status: 'checked',
      report: { verdict: 'unbiased', sample: { instrumentId: 'EURUSD:TEST', synthetic: false } },
    })
  })

  it('ends a script with an endless loop, even one that loops only in a repeated run', { tags: ['full'] }, async () => {
    const limits = { cpuMs: 1_000 }
    const outcome = await pool.check({ tenant, source: 'function onIntervalClose() { for (;;); }', limits })
    const message =
      'The analysis reached its limit of 1 s of processor time in run 1 of the script; an analysis takes about 17: this loop never ends. End the loop and check again'
    expect(outcome).toMatchObject({ status: 'errored', kind: 'timeout', error: { message, line: 1, column: 30 } })
    const later = await pool.check({
      tenant,
      source: `function onIntervalClose() {
        if (new Date().getUTCFullYear() > 2040) for (;;);
        if (positions.count === 0) buy({ quantity: 1, takeProfitPips: 5, stopLossPips: 5 })
      }`,
      limits,
    })
    expect(later).toMatchObject({ status: 'errored', kind: 'timeout' })
  })

  it('ends with a verdict although its runner stands still for longer than its limit of processor time', async () => {
    const limits = { cpuMs: 5_000 }
    const before = new Set(tree(process.pid))
    const outcome = pool.check({ tenant, source: sample('unbiased/average-cross.js'), limits })
    const isBusy = (pid: number): boolean => treeUsage(pid).cpuMs > 500
    const runners = (): number[] => tree(process.pid).filter((pid) => !before.has(pid) && isBusy(pid))
    await expect.poll(runners, { interval: 20 }).not.toEqual([])
    const stopped = runners()
    for (const pid of stopped) process.kill(pid, 'SIGSTOP')
    await sleep(6_000)
    // What was warmed up beside it may have been ended meanwhile.
    for (const pid of stopped.filter((one) => tree(process.pid).includes(one))) process.kill(pid, 'SIGCONT')
    expect(await outcome).toMatchObject({ status: 'checked', report: { verdict: 'unbiased' } })
  })

  it('needs no memory for history that the script does not use', async () => {
    const rows = 1_200_000
    const columnsFile = writeMinutes(folder, rows)
    const spec = runSpec(rows, { interval: 'M15' })
    const start = spec.end - 35 * 86_400_000
    const market = { spec: { ...spec, start }, series: [{ instrumentId: spec.instrument.id, columnsFile }] }
    const source = readFileSync(
      new URL('../../../apps/server/samples/moving-average-cross.js', import.meta.url),
      'utf8',
    )
    const outcome = await pool.check({ tenant, source, market, limits: { memoryMb: 64 } })
    expect(outcome).toMatchObject({ status: 'checked', report: { sample: { synthetic: false } } })
  })

  it('ends a script that keeps too much, with the limit and what its author can do', async () => {
    const source = `const kept = []
function onIntervalClose() { for (let i = 0; i < 1e5; i++) kept.push({ i }) }`
    expect(await pool.check({ tenant, source, limits: { memoryMb: 64 } })).toMatchObject({
      status: 'errored',
      kind: 'memory',
      error: { message: expect.stringContaining('The script reached the limit of 64 MB of memory') },
    })
  })

  it('of one user ends while endless ones of another user hold all places', async () => {
    const abort = new AbortController()
    const started: string[] = []
    const endless = [1, 2, 3].map((number) =>
      pool.check({
        tenant: 'endless',
        source: 'function onIntervalClose() { for (;;); }',
        signal: abort.signal,
        onStart: () => started.push(`endless ${number}`),
      }),
    )
    await expect.poll(() => started).toEqual(['endless 1'])
    const outcome = await pool.check({
      tenant: 'brief',
      source: 'function onIntervalClose() { throw new Error("over") }',
      onStart: () => started.push('brief'),
    })
    expect(outcome).toMatchObject({ status: 'errored', error: { message: 'over' } })
    expect(started).toEqual(['endless 1', 'brief'])
    abort.abort()
    expect(await Promise.all(endless)).toEqual(endless.map(() => ({ status: 'canceled' })))
  })

  it('reports errors that the script throws and source that cannot be parsed', async () => {
    const thrown = await pool.check({ tenant, source: '\nfunction onIntervalClose() { throw new Error("mine") }' })
    expect(thrown).toMatchObject({ status: 'errored', kind: 'script', error: { message: 'mine', line: 2 } })
    const unreadable = await pool.check({ tenant, source: 'function onIntervalClose( {' })
    expect(unreadable).toMatchObject({ status: 'errored', kind: 'script' })
  })

  it('ends when it is aborted', async () => {
    const abort = new AbortController()
    const checked = pool.check({ tenant, source: 'function onIntervalClose() { for (;;); }', signal: abort.signal })
    setTimeout(() => abort.abort(), 300)
    expect(await checked).toEqual({ status: 'canceled' })
  })
})
