import { describe, it } from 'vitest'

import { at, close, type Column, expectColumns, rows, smoothed, sum, window } from '../../plain-columns.fixture.ts'

describe('ROCBands', () => {
  it('is the rate of change with its average and the root of its mean square', () => {
    const roc = rows.map((row) => (row < 12 ? null : 100 * (at(close, row) / at(close, row - 12) - 1)))
    const average = smoothed(roc, 3, 2 / 4)
    const band = rows.map((row) => {
      const last = window(roc, row, 12)
      return last && Math.sqrt(sum(last.map((value) => value * value)) / 12)
    })
    const shown = (values: Column, sign = 1): Column =>
      values.map((value, row) => (band[row] === null || value === null ? null : sign * value))
    expectColumns(
      { key: 'ROCBands' },
      { value: shown(roc), average: shown(average), upper: shown(band), lower: shown(band, -1) },
    )
  })
})
