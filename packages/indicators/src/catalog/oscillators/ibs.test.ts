import { describe, it } from 'vitest'

import { close, expectColumns, high, low, rows, at } from '../../plain-columns.fixture.ts'

describe('IBS', () => {
  it('is the position of the close in its bar', () => {
    expectColumns(
      { key: 'IBS' },
      { value: rows.map((row) => (at(close, row) - at(low, row)) / (at(high, row) - at(low, row))) },
    )
  })
})
