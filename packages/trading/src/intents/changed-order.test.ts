import { describe, expect, it } from 'vitest'
import { changedOrder, changeProblem, changesOrder } from './changed-order.ts'
import { closingOrder } from './closing-order.ts'

const MARKET = closingOrder('spot', { instrumentId: 'BTCUSDT:BINANCE', direction: 'LONG', brokerId: 'p' }, 1)
const LIMIT = { ...MARKET, type: 'LIMIT', limitPrice: 10, stopLossDistance: 2, trailingStop: 3 } as const

describe('a change of an order', () => {
  it('replaces what it names, and a distance by the price that it names', () => {
    expect(changedOrder(LIMIT, { quantity: 2, stopLoss: 7 } as never)).toEqual({
      ...LIMIT,
      quantity: 2,
      stopLoss: 7,
      stopLossDistance: null,
    })
    expect(changedOrder(LIMIT, { trailingStop: null, limitPrice: 11 } as never)).toEqual({
      ...LIMIT,
      trailingStop: null,
      limitPrice: 11,
    })
  })

  it('concerns the venue only if the order itself becomes another one', () => {
    expect(changesOrder(LIMIT, changedOrder(LIMIT, { stopLoss: 7, takeProfit: null } as never))).toBe(false)
    expect(changesOrder(LIMIT, changedOrder(LIMIT, { limitPrice: 10 } as never))).toBe(false)
    for (const changes of [{ quantity: 2 }, { limitPrice: 11 }, { stopPrice: 9 }])
      expect(changesOrder(LIMIT, changedOrder(LIMIT, changes as never))).toBe(true)
  })

  it.each([
    ['a market order', MARKET, { quantity: 2 }, 'a market order cannot be changed'],
    ['a price that the order does not have', LIMIT, { stopPrice: 9 }, 'the order has no stop price'],
    [
      'a limit of a stop',
      { ...LIMIT, type: 'STOP', limitPrice: null },
      { limitPrice: 9 },
      'the order has no limit price',
    ],
    ['what there is', LIMIT, { quantity: 2, limitPrice: 9 }, null],
  ] as const)('of %s', (_, order, changes, problem) => {
    expect(changeProblem(order, changes as never)).toBe(problem)
  })
})
