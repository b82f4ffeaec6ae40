import { describe, it } from 'vitest'

import { averageTrueRange, type Column, expectColumns, high, low, rows, window } from '../../plain-columns.fixture.ts'

describe('ChandeKrollStop', () => {
  it('uses the farthest of the stops of the last bars', () => {
    const ranges = averageTrueRange(10)
    const first = (use: (highest: number, lowest: number, range: number) => number): Column =>
      rows.map((row) => {
        const [highs, lows, range] = [window(high, row, 10), window(low, row, 10), ranges[row] ?? null]
        return !highs || !lows || range === null ? null : use(Math.max(...highs), Math.min(...lows), range)
      })
    const shorts = first((highest, _, range) => highest - range)
    const longs = first((__, lowest, range) => lowest + range)
    const of = (values: Column, pick: (...list: number[]) => number): Column =>
      rows.map((row) => {
        const last = window(values, row, 9)
        return last && pick(...last)
      })
    expectColumns({ key: 'ChandeKrollStop' }, { long: of(longs, Math.min), short: of(shorts, Math.max) })
  })
})
