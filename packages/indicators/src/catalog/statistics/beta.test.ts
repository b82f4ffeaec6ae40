import { describe, it } from 'vitest'

import { at, bars, close, type Column, expectColumns, rows, sum, window } from '../../plain-columns.fixture.ts'

describe('Beta', () => {
  it('is the slope of the changes of the close against those of the other series', () => {
    const other = bars.open
    const changes = (values: readonly number[]): Column =>
      rows.map((row) => (row === 0 ? null : at(values, row) / at(values, row - 1) - 1))
    const [own, others] = [changes(close), changes([...other])] as [Column, Column]
    const value = rows.map((row) => {
      const [x, y] = [window(others, row, 20), window(own, row, 20)]
      if (!x || !y) return null
      // The slope from sums of products instead of deviations.
      const both = 20 * sum(x.map((change, i) => change * at(y, i))) - sum(x) * sum(y)
      return both / (20 * sum(x.map((change) => change * change)) - sum(x) ** 2)
    })
    expectColumns({ key: 'Beta', other }, { value })
  })
})
