import { describe, it } from 'vitest'

import { at, bars, close, type Column, expectColumns, open, rows } from '../../plain-columns.fixture.ts'

describe('PriceRelativeStrength', () => {
  it('is the ratio of both series and the difference of their changes in percent', () => {
    const shown = (use: (row: number) => number): Column => rows.map((row) => (row < 20 ? null : use(row)))
    const percent = (values: readonly number[], row: number) => 100 * (at(values, row) / at(values, row - 20) - 1)
    expectColumns(
      { key: 'PriceRelativeStrength', other: bars.open },
      {
        ratio: shown((row) => at(close, row) / at(open, row)),
        lead: shown((row) => percent(close, row) - percent(open, row)),
      },
    )
  })
})
