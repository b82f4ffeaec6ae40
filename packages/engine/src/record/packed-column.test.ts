import { expect, it } from 'vitest'

import { newColumn } from './column-pool.ts'
import { PackedColumn } from './packed-column.ts'
import { SingleColumns } from './single-columns.ts'

it('unpacks each choice, and makes a column of a single choice only once', () => {
  const singles = new SingleColumns(3, newColumn)
  // The lowest two bits vary, the next three are 5, the rest is 0.
  const packed = new PackedColumn(Float64Array.of(20, 21, 23), newColumn, singles)
  expect([...packed.unpack(0, 3)]).toEqual([0, 1, 3])
  expect([...packed.unpack(1, 1)]).toEqual([0, 0, 1])
  expect([...packed.unpack(2, 7)]).toEqual([5, 5, 5])
  expect(packed.unpack(5, 15)).toBe(singles.of(0))
  expect(packed.unpack(9, 15)).toBe(packed.unpack(5, 15))
  const none = new PackedColumn(new Float64Array(0), newColumn, new SingleColumns(0, newColumn))
  expect(none.unpack(0, 1)).toHaveLength(0)
})
