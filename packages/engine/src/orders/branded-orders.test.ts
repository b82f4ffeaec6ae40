import { defineInstrument, type Price, type Quantity } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { lesser } from './lots.ts'
import { crosses, quantityProblem } from './order-rules.ts'
import { WorkingOrder } from './working-order.ts'

/** The compiler checks this file: a line marked with `@ts-expect-error` that compiles is an error. */
describe('the numbers of an order', () => {
  const instrument = defineInstrument('EURUSD:TEST')
  const price = 1.1 as Price
  const quantity = 1_000 as Quantity
  const order = new WorkingOrder(1, 0, instrument.id, true, 0)

  it('do not let a price pass as a quantity', () => {
    expect(quantityProblem(quantity, instrument)).toBeNull()
    // @ts-expect-error A price is not a quantity.
    expect(quantityProblem(price, instrument)).toBe('quantity must be a multiple of 1')
    // @ts-expect-error A price is not a quantity.
    expect(lesser(quantity, price)).toBe(1.1)
    // @ts-expect-error A price is not a quantity.
    order.quantity = price
  })

  it('do not let a quantity pass as a price', () => {
    order.limitPrice = price
    expect(crosses(order, price)).toBe(true)
    // @ts-expect-error A quantity is not a price.
    expect(crosses(order, quantity)).toBe(false)
    // @ts-expect-error A quantity is not a price.
    order.stopPrice = quantity
  })
})
