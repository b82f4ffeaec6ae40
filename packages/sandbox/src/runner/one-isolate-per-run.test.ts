import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Lease } from '../bundle/leases.ts'
import type { ColumnsFile } from '../columns-file.ts'
import { EURUSD, runSpec, writeMinutes } from '../market-data.fixture.ts'
import type { RunnerEvent } from '../protocol.ts'
import { DEFAULT_LIMITS } from '../run-job.ts'
import { leasedEngine } from './engine-code.fixture.ts'
import type { EngineCode } from './engine-code.ts'
import type { PreparedIsolate } from './load-isolate.ts'
import { optimizeWhen } from './optimize-when.ts'
import { NextIsolate } from './prepared-isolate.ts'
import { runInIsolate } from './run-in-isolate.ts'

const ROWS = 200
const QUIET = 'function onIntervalClose() {}'
const BROKEN = `function onIntervalClose() { throw new Error('no') }`

const folder = mkdtempSync(join(tmpdir(), 'tradeloom-isolates-'))
let engine: EngineCode
let lease: Lease
let columnsFile: ColumnsFile

beforeAll(async () => {
  const leased = await leasedEngine()
  engine = leased.engine
  lease = leased.lease
  columnsFile = writeMinutes(folder, ROWS)
})
afterAll(async () => {
  // The other tests of this process compile code, too.
  optimizeWhen('sweeping')
  await lease.end()
  rmSync(folder, { recursive: true, force: true })
})

/** The isolates that runs were given, in order. */
class Watched extends NextIsolate {
  readonly given: PreparedIsolate[] = []

  override async take(...limits: Parameters<NextIsolate['take']>): Promise<PreparedIsolate> {
    const isolate = await super.take(...limits)
    this.given.push(isolate)
    return isolate
  }
}

let next: Watched
afterEach(() => next.given.forEach(({ isolate }) => isolate.isDisposed || isolate.dispose()))

/** Performs a run as the runner does. Which tenant it belongs to is unknown to the runner. */
async function run(source: string): Promise<RunnerEvent | undefined> {
  let last: RunnerEvent | undefined
  const series = [{ instrumentId: EURUSD.id, columnsFile }]
  await runInIsolate({ source, indicators: [], spec: runSpec(ROWS), series, limits: DEFAULT_LIMITS }, engine, next, {
    post: (report) => {
      last = report
    },
    write: ({ length }) => length,
    isStopped: () => false,
    logCommand: () => undefined,
    onCatastrophe: () => undefined,
  })
  return last
}

describe('an isolate', () => {
  it('serves one run only, whether it was prepared or not, so no two tenants ever share one', async () => {
    next = new Watched(engine, () => undefined)
    for (const [isPrepared, source] of [
      [false, QUIET],
      [true, QUIET],
      [true, BROKEN],
      [false, QUIET],
      [true, QUIET],
    ] as const) {
      if (isPrepared) await next.prepare()
      const outcome = await run(source)
      expect(outcome?.type).toBe(source === QUIET ? 'done' : 'errored')
      expect(next.given.at(-1)?.isolate.isDisposed).toBe(true)
    }
    expect(new Set(next.given.map(({ isolate }) => isolate)).size).toBe(5)
    expect(new Set(next.given.map(({ context }) => context)).size).toBe(5)
  })

  it('is another one for each of two runs that begin together', async () => {
    next = new Watched(engine, () => undefined)
    await next.prepare()
    await Promise.all([run(QUIET), run(QUIET)])
    const [first, second] = next.given
    expect(first?.isolate).not.toBe(second?.isolate)
    expect(first?.context).not.toBe(second?.context)
  })
})
