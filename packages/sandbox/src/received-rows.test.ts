import { describe, expect, it } from 'vitest'

import { runSpec } from './market-data.fixture.ts'
import { ReceivedRows } from './received-rows.ts'
import { ResultBytes } from './result-bytes.ts'
import { DEFAULT_LIMITS } from './run-job.ts'
import type { SweepJob } from './sweep-job.ts'
import { SweepRowsWriter } from './sweep-rows.ts'
import { PassThrough } from 'node:stream'

const JOB: SweepJob = {
  sweep: 's',
  source: 'function onTick() {}',
  indicators: [],
  spec: runSpec(3000),
  series: [],
  limits: DEFAULT_LIMITS,
  points: [{}, {}],
  metrics: ['profit', 'winRate'],
  maxDrawdown: null,
}
const ROW = {
  profit: 1.5,
  profitPercentage: 0.015,
  positionCount: 3,
  maxDrawdown: 2,
  maxDrawdownPercentage: 0.02,
  metrics: { profit: 1.5, winRate: null },
  dailyReturns: Float64Array.of(0.1, -0.2),
  sparkline: new Float32Array(48).fill(1),
  ledgerHash: '0123456789abcdef00000000ffffffff',
}

/** What the host makes of these bytes, if they are announced as two rows. */
async function outcomeOf(bytes: Uint8Array, failed: readonly unknown[] = []) {
  const rows = new ReceivedRows(JOB)
  const stream = new PassThrough()
  const result = new ResultBytes(stream)
  result.allow(rows.maxBytes)
  stream.write(bytes)
  rows.announce({ type: 'rows', count: 2, bytes: bytes.length, failed: failed as [] })
  return rows.outcome({ status: 'swept', cpuMs: 1 }, result)
}

function written(...changes: readonly Partial<typeof ROW>[]): Uint8Array {
  const writer = new SweepRowsWriter()
  for (const change of changes) writer.add('Completed', { ...ROW, ...change })
  return new Uint8Array(writer.take())
}

describe('the rows of a runner', () => {
  it('are read as they were written', async () => {
    const completed = { status: 'Completed', ...ROW }
    const other = { ...completed, profit: -1 }
    expect(await outcomeOf(written({}, { profit: -1 }))).toEqual({
      status: 'completed',
      rows: [completed, other],
      cpuMs: 1,
    })
  })

  it.each([
    ['a number is not finite', written({}, { profit: NaN })],
    ['a return is not finite', written({}, { dailyReturns: Float64Array.of(Infinity) })],
    ['a metric is infinite', written({}, { metrics: { profit: Infinity, winRate: null } as never })],
    ['a count is broken', written({}, { positionCount: 1.5 })],
    ['a row is missing', written({})],
    ['there is more than the rows', written({}, {}, {})],
    ['a row has more days than its run', written({}, { dailyReturns: new Float64Array(100) })],
    ['a status is unknown', new Uint8Array(Float64Array.of(7, 7).buffer)],
    ['an error has no description', new Uint8Array(Float64Array.of(2, 2).buffer)],
    ['the numbers are cut off', written({}, {}).slice(0, -3)],
  ])('are refused if %s', async (_, bytes) => {
    expect(await outcomeOf(bytes)).toMatchObject({ status: 'failed' })
  })

  it('have clean texts in their errors', async () => {
    const bytes = new Uint8Array(Float64Array.of(2, 2).buffer)
    const failed = [0, 1].map((run) => ({ run, kind: 'script', error: { message: 'a\u0000b', line: 99, column: -1 } }))
    expect(await outcomeOf(bytes, failed)).toMatchObject({
      rows: [{ error: { message: expect.stringMatching(/^a.?b$/) } }, { status: 'Errored' }],
    })
  })

  it('are not announced in a way that cannot be', () => {
    const rows = new ReceivedRows(JOB)
    for (const [count, bytes] of [
      [3, 8],
      [0, 8],
      [1, rows.maxBytes + 1],
      [1.5, 8],
      [1, NaN],
    ] as const)
      expect(rows.announce({ type: 'rows', count, bytes, failed: [] })).toBe(false)
  })
})
