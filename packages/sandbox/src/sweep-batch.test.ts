import { describe, expect, it } from 'vitest'

import type { BatchOutcome } from './received-rows.ts'
import { sweepBatch } from './sweep-batch.ts'
import type { SweepRow } from './sweep-outcome.ts'

/** A row that shows its number. */
const rowOf = (run: number): SweepRow => ({ status: 'Errored', kind: 'script', error: { message: String(run) } })
const LOST = { kind: 'memory', error: { message: 'lost' } } as const

/** A batch of 20 of which some runs end their runner. */
async function sweepWith(deadly: readonly number[], tells: boolean, arrive: (from: number, run: number) => number) {
  const parts: (readonly [number, number])[] = []
  const outcome = await sweepBatch(20, (from, to): Promise<BatchOutcome> => {
    parts.push([from, to])
    const rows = Array.from({ length: to - from }, (_, at) => rowOf(from + at))
    const run = deadly.find((one) => one >= from && one < to)
    if (run === undefined) return Promise.resolve({ status: 'completed', rows, cpuMs: 1 })
    const arrived = rows.slice(0, arrive(from, run) - from)
    return Promise.resolve({ status: 'broken', rows: arrived, run: tells ? run - from : null, failure: LOST })
  })
  return { outcome, parts }
}

describe('a batch whose runners are lost', () => {
  it.each([
    ['the runner could tell, and no rows arrived', true, (from: number) => from],
    ['the runner could tell, and all rows arrived', true, (_: number, run: number) => run],
    ['the runner could not tell, and no rows arrived', false, (from: number) => from],
    [
      'the runner could not tell, and half of the rows arrived',
      false,
      (from: number, run: number) => (from + run) >> 1,
    ],
  ])('has a row for every run, and charges the ones at fault: %s', async (_, tells, arrive) => {
    for (const deadly of [[0], [19], [7], [3, 4, 12], Array.from({ length: 20 }, (_, run) => run)]) {
      const { outcome } = await sweepWith(deadly, tells, arrive)
      const rows = Array.from({ length: 20 }, (_, run) => {
        return deadly.includes(run) ? { status: 'Errored', ...LOST } : rowOf(run)
      })
      expect(outcome).toMatchObject({ status: 'completed', rows })
    }
  })

  it('tries a run alone only once the runs before it are done', async () => {
    const { parts } = await sweepWith([7], true, (from) => from)
    expect(parts).toEqual([
      [0, 20],
      [0, 7],
      [7, 8],
      [8, 20],
    ])
  })
})
