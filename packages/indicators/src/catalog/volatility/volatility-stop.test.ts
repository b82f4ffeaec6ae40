import { describe, it } from 'vitest'

import { at, averageTrueRange, close, type Column, expectColumns, rows } from '../../plain-columns.fixture.ts'

describe('VolatilityStop', () => {
  it('trails the best close since the last turn, and turns when a close crosses it', () => {
    const ranges = averageTrueRange(7)
    const value: Column = []
    const direction: Column = []
    let [side, since] = [1, -1]
    for (const row of rows) {
      const range = ranges[row] ?? null
      if (range === null) {
        value.push(null)
        direction.push(null)
        continue
      }
      if (since < 0) since = row
      const closes = close.slice(since, row + 1)
      const stop = side === 1 ? Math.max(...closes) - 3 * range : Math.min(...closes) + 3 * range
      if (side === 1 ? at(close, row) < stop : at(close, row) > stop) {
        side = -side
        since = row
        value.push(at(close, row) - side * 3 * range)
      } else value.push(stop)
      direction.push(side)
    }
    expectColumns({ key: 'VolatilityStop' }, { value, direction })
  })
})
