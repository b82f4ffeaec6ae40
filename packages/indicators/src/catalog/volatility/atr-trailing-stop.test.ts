import { describe, it } from 'vitest'

import { at, averageTrueRange, close, type Column, expectColumns, rows } from '../../plain-columns.fixture.ts'

describe('ATRTrailingStop', () => {
  it('only moves with the trend and turns when a close crosses it', () => {
    const ranges = averageTrueRange(14)
    const value: Column = []
    const direction: Column = []
    for (const row of rows) {
      const range = ranges[row] ?? null
      if (range === null) {
        value.push(null)
        direction.push(null)
        continue
      }
      const [price, before] = [at(close, row), value[row - 1] ?? null]
      const isUp = before === null || (direction[row - 1] === 1 ? price > before : price >= before)
      const isSame = before !== null && direction[row - 1] === (isUp ? 1 : -1)
      const fresh = isUp ? price - 3 * range : price + 3 * range
      value.push(isSame ? (isUp ? Math.max(before, fresh) : Math.min(before, fresh)) : fresh)
      direction.push(isUp ? 1 : -1)
    }
    expectColumns({ key: 'ATRTrailingStop' }, { value, direction })
  })
})
