import { describe, it } from 'vitest'

import { at, close, type Column, expectColumns, high, low, rows, window } from '../../plain-columns.fixture.ts'

describe('RollingPivots', () => {
  it('uses the pivots of the bars before the current one', () => {
    const level = (use: (pivot: number, highest: number, lowest: number) => number): Column =>
      rows.map((row) => {
        const [highs, lows] = [window(high, row - 1, 20), window(low, row - 1, 20)]
        if (!highs || !lows) return null
        const [highest, lowest] = [Math.max(...highs), Math.min(...lows)]
        return use((highest + lowest + at(close, row - 1)) / 3, highest, lowest)
      })
    expectColumns(
      { key: 'RollingPivots' },
      {
        pivot: level((pivot) => pivot),
        r1: level((pivot, _, lowest) => 2 * pivot - lowest),
        r2: level((pivot, highest, lowest) => pivot + highest - lowest),
        r3: level((pivot, highest, lowest) => highest + 2 * (pivot - lowest)),
        s1: level((pivot, highest) => 2 * pivot - highest),
        s2: level((pivot, highest, lowest) => pivot - highest + lowest),
        s3: level((pivot, highest, lowest) => lowest - 2 * (highest - pivot)),
      },
    )
  })
})
