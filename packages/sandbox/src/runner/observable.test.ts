import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lease } from '../bundle/leases.ts'
import { EURUSD, runSpec, writeMinutes } from '../market-data.fixture.ts'
import type { RunnerEvent } from '../protocol.ts'
import { DEFAULT_LIMITS } from '../run-job.ts'
import { checkInIsolate } from './check-in-isolate.ts'
import { leasedEngine } from './engine-code.fixture.ts'
import type { EngineCode } from './engine-code.ts'
import { optimizeWhen } from './optimize-when.ts'
import { NextIsolate } from './prepared-isolate.ts'
import { runInIsolate } from './run-in-isolate.ts'
import { sweepInIsolate } from './sweep-in-isolate.ts'
import { SweepKeeper } from './sweep-keeper.ts'

const ROWS = 200
const GBPUSD = { ...EURUSD, id: 'GBPUSD:TEST', symbol: 'GBPUSD', displaySymbol: 'GBP/USD', dealt: 'GBP' }
const SCRIPT = readFileSync(
  new URL('../../../../tests/lookahead-samples/everything-observable.js', import.meta.url),
  'utf8',
)
/** An error has no room for all lines: throws their number and a hash for each word that they begin with. */
const END = `{
  const hashes = new Map()
  for (const line of lines) {
    const [word] = /\\w*/.exec(line)
    let hash = hashes.get(word) ?? 7
    for (let i = 0; i < line.length; i++) hash = Math.imul(hash ^ line.charCodeAt(i), 16777619)
    hashes.set(word, hash)
  }
  throw new Error(lines.length + ' lines: ' + [...hashes].map((one) => one.join(' ')).join(', '))
}`

const folder = mkdtempSync(join(tmpdir(), 'tradeloom-observable-'))
let engine: EngineCode
let lease: Lease

beforeAll(async () => {
  const leased = await leasedEngine()
  engine = leased.engine
  lease = leased.lease
})
afterAll(async () => {
  // The other tests of this process compile code, too.
  optimizeWhen('sweeping')
  await lease.end()
  rmSync(folder, { recursive: true, force: true })
})

/** Performs a job as a runner does; returns what its script throws. */
async function thrownIn(perform: (job: ReturnType<typeof jobOf>, ports: Ports) => Promise<void>): Promise<string> {
  const events: RunnerEvent[] = []
  await perform(jobOf(), {
    post: (event) => void events.push(event),
    write: ({ length }) => length,
    isStopped: () => false,
    logCommand: () => undefined,
    onCatastrophe: () => undefined,
  })
  const errors = events.flatMap((event) => {
    if (event.type === 'errored') return [event.error.message]
    return event.type === 'rows' ? event.failed.map(({ error }) => error.message) : []
  })
  expect(new Set(errors).size, JSON.stringify(events)).toBe(1)
  return errors[0] ?? ''
}

type Ports = Parameters<typeof runInIsolate>[3]

function jobOf() {
  const columnsFile = writeMinutes(folder, ROWS)
  return {
    source: SCRIPT.replace('end(lines)', END),
    indicators: [],
    spec: runSpec(ROWS, { markets: [{ instrument: GBPUSD, closures: [], swap: null, funding: null }] }),
    series: [EURUSD, GBPUSD].map(({ id }) => ({ instrumentId: id, columnsFile })),
    limits: DEFAULT_LIMITS,
  }
}

describe('what a script can observe, from the frames of its stacks to the reads of its requests,', () => {
  let expected: string
  beforeAll(async () => {
    expected = await thrownIn((job, ports) => runInIsolate(job, engine, nextIsolate(), ports))
    expect(expected).toMatch(/^\d{4} lines: /)
  })

  it('is the same in a look-ahead check', async () => {
    const { seed, initialBalance } = runSpec(ROWS)
    const more = { interval: 'M1', externals: {}, seed, initialBalance } as const
    expect(await thrownIn((job, ports) => checkInIsolate({ ...job, ...more }, engine, ports))).toBe(expected)
  })

  it('is the same in an isolate that was warmed up', async () => {
    const next = nextIsolate()
    await next.prepare()
    expect(await thrownIn((job, ports) => runInIsolate(job, engine, next, ports))).toBe(expected)
  })

  it('is the same in each run of a sweep', async () => {
    const keeper = new SweepKeeper(engine, nextIsolate())
    const batch = { sweep: 'a', points: [{}, {}, {}], metrics: [], maxDrawdown: null }
    expect(await thrownIn((job, ports) => sweepInIsolate({ ...job, ...batch }, keeper, ports))).toBe(expected)
    keeper.release()
  })
})

function nextIsolate(): NextIsolate {
  return new NextIsolate(engine, () => undefined)
}
