import { describe, it } from 'vitest'

import { at, close, expectColumns, high, low, rows, window } from '../../plain-columns.fixture.ts'

describe('RSV', () => {
  it('is the position of the close in the range of the window, in percent', () => {
    const value = rows.map((row) => {
      const [highs, lows] = [window(high, row, 9), window(low, row, 9)]
      if (!highs || !lows) return null
      return (100 * (at(close, row) - Math.min(...lows))) / (Math.max(...highs) - Math.min(...lows))
    })
    expectColumns({ key: 'RSV' }, { value })
  })
})
