import { describe, expect, it } from 'vitest'

import type { Millis, Pips, Price, Quantity, RowIndex } from './branded-number.ts'

/** The compiler checks this file: a line marked with `@ts-expect-error` that compiles is an error. */
describe('branded numbers', () => {
  const price = 1.1 as Price
  const quantity = 1_000 as Quantity

  it('are plain numbers at run time, and arithmetic on them gives plain numbers', () => {
    const value: number = price * quantity
    expect(value).toBe(1_100)
    // @ts-expect-error A product is not a price.
    const asPrice: Price = price * quantity
    expect(asPrice).toBe(value)
  })

  it('are not taken for each other', () => {
    const order = (at: Price, units: Quantity) => ({ at, units })
    expect(order(price, quantity)).toEqual({ at: 1.1, units: 1_000 })
    // @ts-expect-error The price and the quantity are swapped.
    expect(order(quantity, price)).toEqual({ at: 1_000, units: 1.1 })
    // @ts-expect-error Pips are not a price.
    expect(order(10 as Pips, quantity).at).toBe(10)
    // @ts-expect-error A plain number has no known meaning.
    expect(order(1.1, quantity).at).toBe(1.1)
  })

  it('tell a row from the time in it', () => {
    const cell = (row: RowIndex, time: Millis) => `${row} at ${time}`
    expect(cell(3 as RowIndex, 60_000 as Millis)).toBe('3 at 60000')
    // @ts-expect-error The row and the time are swapped.
    expect(cell(60_000 as Millis, 3 as RowIndex)).toBe('60000 at 3')
  })
})
