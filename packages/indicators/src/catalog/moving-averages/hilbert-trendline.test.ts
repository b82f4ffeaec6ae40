import { describe, it } from 'vitest'

import { cycleOf } from '../../hilbert-cycle.fixture.ts'
import { at, expectColumns, median, rows, sum } from '../../plain-columns.fixture.ts'

describe('HilbertTrendline', () => {
  it('averages the price over the smoothed period of the dominant cycle', () => {
    const { period } = cycleOf(median)
    let smooth = 0
    const averages = rows.map((row) => {
      smooth = 0.33 * at(period, row) + 0.67 * smooth
      const length = Math.floor(smooth + 0.5)
      return length === 0 ? at(median, row) : sum(median.slice(row + 1 - length, row + 1)) / length
    })
    const value = rows.map((row) =>
      row < 62
        ? null
        : 0.4 * at(averages, row) +
          0.3 * at(averages, row - 1) +
          0.2 * at(averages, row - 2) +
          0.1 * at(averages, row - 3),
    )
    expectColumns({ key: 'HilbertTrendline' }, { value })
  })
})
