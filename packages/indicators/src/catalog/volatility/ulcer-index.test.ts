import { describe, it } from 'vitest'

import { at, close, expectColumns, rows, sum, window } from '../../plain-columns.fixture.ts'

describe('UlcerIndex', () => {
  it('measures drawdowns within the current window in variant 2', () => {
    const value = rows.map((row) => {
      const closes = window(close, row, 14)
      if (!closes) return null
      const squares = closes.map((price, i) => (100 * (price / Math.max(...closes.slice(0, i + 1)) - 1)) ** 2)
      return Math.sqrt(sum(squares) / 14)
    })
    expectColumns({ key: 'UlcerIndex', args: [14, 2] }, { value })
  })

  it('measures each drawdown from the window of its own bar by default', () => {
    const squares = rows.map((row) => {
      const closes = window(close, row, 14)
      return closes && (100 * (at(close, row) / Math.max(...closes) - 1)) ** 2
    })
    const value = rows.map((row) => {
      const last = window(squares, row, 14)
      return last && Math.sqrt(sum(last) / 14)
    })
    expectColumns({ key: 'UlcerIndex' }, { value })
  })
})
