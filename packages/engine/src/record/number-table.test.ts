import { describe, expect, it } from 'vitest'

import { FIELD, NumberTable } from './number-table.ts'

const ROWS = 600

/** A table of three fields: the number of the row, and two values by row. */
function tableOf(second: (row: number) => number, third: (row: number) => number): NumberTable {
  const table = new NumberTable(3)
  for (let count = 0; count < ROWS; count++) {
    const row = table.add()
    const values = table.pieceOf(row)
    const at = table.placeOf(row)
    values[at] = row
    values[at + FIELD] = second(row)
    values[at + 2 * FIELD] = third(row)
  }
  return table
}

describe('a table of numbers', () => {
  it('returns the columns of its fields, over several pieces', () => {
    const table = tableOf(
      (row) => row * row,
      (row) => -row,
    )
    const rows = Array.from({ length: ROWS }, (_, row) => row)
    expect([...table.column(0)]).toEqual(rows)
    expect([...table.column(FIELD)]).toEqual(rows.map((row) => row * row))
    expect([...table.column(2 * FIELD)].slice(1)).toEqual(rows.slice(1).map((row) => -row))
  })

  it('knows which fields have a single value, also NaN, however late another one comes', () => {
    const same = tableOf(
      () => 7,
      () => NaN,
    )
    expect(same.single(0)).toBeUndefined()
    expect(same.single(FIELD)).toBe(7)
    expect(same.single(2 * FIELD)).toBeNaN()
    const late = tableOf(
      (row) => (row === ROWS - 1 ? 8 : 7),
      (row) => (row === ROWS - 1 ? 0 : NaN),
    )
    expect([late.single(FIELD), late.single(2 * FIELD)]).toEqual([undefined, undefined])
    expect(new NumberTable(1).single(0)).toBeUndefined()
  })

  it('does not take 0 and -0 for the same value', () => {
    const table = tableOf(
      (row) => (row === 300 ? -0 : 0),
      () => -0,
    )
    expect([table.single(FIELD), table.single(2 * FIELD)]).toEqual([undefined, undefined])
  })
})
