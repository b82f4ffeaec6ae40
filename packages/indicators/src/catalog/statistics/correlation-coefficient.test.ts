import { describe, it } from 'vitest'

import { at, bars, close, expectColumns, rows, sum, window } from '../../plain-columns.fixture.ts'

describe('CorrelationCoefficient', () => {
  it('is Pearson’s correlation', () => {
    const other = bars.open
    const value = rows.map((row) => {
      const [x, y] = [window(close, row, 20), window([...other], row, 20)]
      if (!x || !y) return null
      const [meanX, meanY] = [sum(x) / 20, sum(y) / 20]
      const both = sum(x.map((price, i) => (price - meanX) * (at(y, i) - meanY)))
      return both / Math.sqrt(sum(x.map((price) => (price - meanX) ** 2)) * sum(y.map((price) => (price - meanY) ** 2)))
    })
    expectColumns({ key: 'CorrelationCoefficient', other }, { value })
  })

  it('is 1 with itself and -1 with its mirror image', () => {
    const ones = rows.map((row) => (row < 19 ? null : 1))
    expectColumns({ key: 'CorrelationCoefficient', other: bars.close }, { value: ones })
    const mirror = bars.close.map((price) => 3 - price)
    expectColumns({ key: 'CorrelationCoefficient', other: mirror }, { value: ones.map((one) => one && -one) })
  })
})
