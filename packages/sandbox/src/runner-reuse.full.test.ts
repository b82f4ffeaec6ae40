import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ColumnsFile } from './columns-file.ts'
import { EURUSD, runSpec, writeMinutes } from './market-data.fixture.ts'
import type { RunOutcome } from './run-job.ts'
import type { PoolOptions } from './pool-options.ts'
import type { RunRequest } from './pool-requests.ts'
import { createRunnerPool, type RunnerPool } from './runner-pool.ts'

const ROWS = 2000
const TRADES = `let sum = 0
function onTick(tick) { sum += tick.bid * Math.random() }
function onIntervalClose() { if (positions.count === 0) buy({ quantity: 1000, stopLossPips: 5 }) }
function onStop() { log(sum, Date.now()) }`
/** Changes everything within its reach, and stores as much as possible. */
const HOSTILE = `const kept = []
const attempt = (work) => { try { work() } catch (error) { log(String(error)) } }
function onTick() {}
function onStart() {
  attempt(() => { globalThis.left = 'behind' })
  attempt(() => { Object.prototype.left = 'behind' })
  attempt(() => { Array.prototype.push = () => 0 })
  attempt(() => { Math.random = () => 0.5 })
  attempt(() => { Date.now = () => 0 })
  attempt(() => { String.prototype.trim = () => 'behind' })
  attempt(() => { JSON.stringify = () => '"behind"' })
  for (let i = 0; i < 50; i++) kept.push(new Float64Array(10_000))
}`
const LOOK = `function onTick() {}
function onStart() {
  log(typeof left, typeof ({}).left, [].push.length, ' a '.trim(), JSON.stringify({ a: 1 }), Date.now() === now())
}`

const cacheDir = join(import.meta.dirname, '..', '..', '..', '.cache', 'engine')
const folder = mkdtempSync(join(tmpdir(), 'tradeloom-reuse-'))
let file: ColumnsFile
const pools: RunnerPool[] = []

beforeAll(() => {
  // Runners of the setpriv level have another user id.
  chmodSync(folder, 0o755)
  file = writeMinutes(folder, ROWS)
})
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function open(options: Partial<PoolOptions> = {}): Promise<RunnerPool> {
  const pool = await createRunnerPool({
    size: 1,
    warmsUp: false,
    cacheDir,
    readableDirs: [folder],
    reuse: { idleMs: 60_000 },
    ...options,
  })
  pools.push(pool)
  return pool
}

let runs = 0

/** Runs a script and returns its outcome with the process id of its runner. */
async function run(pool: RunnerPool, source: string, more: Partial<RunRequest> = {}) {
  const id = `run ${runs++}`
  let pid = 0
  const outcome = await pool.run({
    id,
    tenant: 'ann',
    source,
    spec: runSpec(ROWS),
    series: [{ instrumentId: EURUSD.id, columnsFile: file }],
    onStart: () => {
      pid = pool.stats().pids[id] ?? 0
    },
    ...more,
  })
  return { outcome, pid }
}

const hashOf = (outcome: RunOutcome): string => ('resultHash' in outcome ? outcome.resultHash : JSON.stringify(outcome))
const logOf = (outcome: RunOutcome): string[] =>
  'result' in outcome ? outcome.result.log.map(({ message }) => message) : [JSON.stringify(outcome)]

describe('a runner', () => {
  it('performs the next job of its tenant with the result of a fresh runner', async () => {
    const pool = await open()
    const first = await run(pool, TRADES)
    const second = await run(pool, TRADES)
    const other = await run(pool, TRADES, { tenant: 'bob' })
    expect(second.pid).toBe(first.pid)
    expect(other.pid).not.toBe(first.pid)
    expect(new Set([first, second, other].map(({ outcome }) => hashOf(outcome))).size).toBe(1)
  })

  it('gives the same result whether its isolate was warmed up before or not', async () => {
    const pool = await open({ warmsUp: true })
    await expect.poll(() => pool.stats().prepared).toBe(1)
    const warmed = await run(pool, TRADES)
    // No isolate is prepared for other limits than usual.
    const fresh = await run(pool, TRADES, { limits: { memoryMb: 200 } })
    expect(warmed.outcome.status).toBe('completed')
    expect(hashOf(warmed.outcome)).toBe(hashOf(fresh.outcome))
  })

  it('serves one tenant only, however tenants take turns', async () => {
    const pool = await open({ size: 2 })
    const tenants = ['ann', 'bob', 'ann', 'cid', 'bob', 'bob', 'ann', 'cid', 'cid', 'ann']
    const ran = await Promise.all(tenants.map(async (tenant) => ({ tenant, ...(await run(pool, TRADES, { tenant })) })))
    const served = new Map<number, Set<string>>()
    for (const { tenant, pid } of ran) served.set(pid, (served.get(pid) ?? new Set()).add(tenant))
    expect(ran.every(({ outcome }) => outcome.status === 'completed')).toBe(true)
    expect([...served.values()].map(({ size }) => size)).toEqual([...served].map(() => 1))
  })

  it('leaves the next job of its tenant to one that is prepared, and takes the one after', async () => {
    const pool = await open({ size: 2, warmsUp: true })
    await expect.poll(() => pool.stats().prepared).toBe(2)
    const first = await run(pool, TRADES)
    const second = await run(pool, TRADES)
    expect(second.pid).not.toBe(first.pid)
    expect(hashOf(second.outcome)).toBe(hashOf(first.outcome))
    await expect.poll(() => pool.stats().prepared).toBe(4)
    const [third, fourth] = [await run(pool, TRADES), await run(pool, TRADES)]
    expect([third.pid, fourth.pid].sort()).toEqual([first.pid, second.pid].sort())
  })

  it('keeps nothing of a hostile script', async () => {
    const pool = await open({ warmsUp: true, spares: 0 })
    const before = await run(pool, LOOK)
    const trades = await run(pool, TRADES)
    const hostile = await run(pool, HOSTILE)
    const after = await run(pool, LOOK)
    const again = await run(pool, TRADES)
    expect(new Set([before, trades, hostile, after, again].map(({ pid }) => pid)).size).toBe(1)
    expect(logOf(before.outcome)).toEqual(['undefined undefined 1 a {"a":1} true'])
    expect(logOf(after.outcome)).toEqual(logOf(before.outcome))
    expect(hashOf(again.outcome)).toBe(hashOf(trades.outcome))
  })

  it('is reused after an error of a script', async () => {
    const pool = await open()
    const mistake = await run(pool, `function onTick() { throw new Error('no') }`)
    const next = await run(pool, TRADES)
    expect(mistake.outcome).toMatchObject({ status: 'errored', kind: 'script' })
    expect(next).toMatchObject({ pid: mistake.pid, outcome: { status: 'completed' } })
  })

  it.each([
    ['never ends', 'function onTick() { for (;;); }', 'timeout'],
    ['takes all memory', 'const all = []\nfunction onTick() { for (;;) all.push(new Array(1e5).fill(1)) }', 'memory'],
  ])('is replaced after a script that %s', async (_, source, kind) => {
    const pool = await open()
    const broken = await run(pool, source, { limits: { cpuMs: 20_000, wallMs: kind === 'timeout' ? 500 : 20_000 } })
    expect(broken.outcome).toMatchObject({ status: 'errored', kind })
    const next = await run(pool, TRADES)
    expect(next.pid).not.toBe(broken.pid)
    expect(next.outcome.status).toBe('completed')
  })

  it('is replaced after a number of jobs', async () => {
    const pool = await open({ reuse: { jobs: 2 } })
    const pids = [await run(pool, TRADES), await run(pool, TRADES), await run(pool, TRADES)].map(({ pid }) => pid)
    expect(pids[1]).toBe(pids[0])
    expect(pids[2]).not.toBe(pids[0])
  })

  it.each([
    ['at its maximum age', { ageMs: 0 }],
    ['once it has grown', { growthMb: -1000 }],
  ])('is replaced %s', async (_, reuse) => {
    const pool = await open({ reuse })
    const [first, second] = [await run(pool, TRADES), await run(pool, TRADES)]
    expect(second.pid).not.toBe(first.pid)
  })

  it('is ended if its tenant has no further jobs', async () => {
    const pool = await open({ reuse: { idleMs: 50 } })
    const first = await run(pool, TRADES)
    await expect.poll(() => isThere(first.pid)).toBe(false)
    expect((await run(pool, TRADES)).pid).not.toBe(first.pid)
  })

  it('is ended to make room for a runner of another tenant', async () => {
    const pool = await open()
    const ann = await run(pool, TRADES)
    await run(pool, TRADES, { tenant: 'bob' })
    await expect.poll(() => isThere(ann.pid)).toBe(false)
  })
})

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
