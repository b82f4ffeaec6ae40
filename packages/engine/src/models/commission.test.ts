import { describe, expect, it } from 'vitest'

import { atBars, minuteBars, runScript, still } from '../run.fixture.ts'
import { type CommissionSpec, PLAIN_MODELS } from '../run-spec.ts'

/** Commission of opening 50,000 at 1.1 and closing them at 1.2, both with market orders. */
function roundTrip(changes: Partial<CommissionSpec>) {
  const source = atBars({ 1: 'buy({ quantity: 50000 })', 2: 'closeAll()' })
  const commission = { ...PLAIN_MODELS.commission, ...changes }
  const { positions, statistics } = runScript(source, minuteBars(still(1.1, 1.1, 1.2, 1.2)), { commission })
  expect(statistics.commission).toBe(positions[0]?.commission)
  expect(statistics.balance).toBeCloseTo(10_000 + 5000 - (positions[0]?.commission ?? 0), 8)
  return positions[0]?.commission
}

describe('commission', () => {
  it('is charged per lot, per cent of the value and at least as a minimum, on every fill', () => {
    // Half a lot, twice 3.50.
    expect(roundTrip({ perLot: 7 })).toBe(7)
    // 55,000 and 60,000 at a hundredth of a per cent: 5.50 and 6.00.
    expect(roundTrip({ percent: 0.01 })).toBe(11.5)
    expect(roundTrip({ perLot: 7, percent: 0.01 })).toBe(18.5)
    // 9.00 and 9.50 are less than 9.25 once.
    expect(roundTrip({ perLot: 7, percent: 0.01, minimum: 9.25 })).toBe(18.75)
    expect(roundTrip({ perLot: 7, percent: 0.01, minimum: 20 })).toBe(40)
  })

  it('has no minimum where nothing is charged', () => {
    expect(roundTrip({ minimum: 5 })).toBe(0)
  })

  it('adds the share of takers to what market orders and stops pay', () => {
    expect(roundTrip({ percent: 0.01, takerPercent: 0.02 })).toBe(34.5)
    expect(roundTrip({ makerPercent: 5 })).toBe(0)
  })

  it('gives makers their own share, also a rebate, which no minimum lifts', () => {
    const commission = { ...PLAIN_MODELS.commission, makerPercent: -0.01, takerPercent: 0.05, minimum: 1 }
    const run = (order: string) => {
      const bars = minuteBars([...still(1.1, 1.1), [1.1, 1.1, 0.999, 1.1], [1.1, 1.2501, 1.1, 1.1]])
      const { positions, orders } = runScript(atBars({ 1: order }), bars, { commission })
      return [orders[0]?.liquidity, positions[0]?.closeReason, positions[0]?.commission]
    }
    // Bought at 1.0 by waiting, sold at the target of 1.25 by waiting: 10,000 and 12,500 at -0.01 %.
    expect(run('buy({ quantity: 10000, limitPrice: 1, takeProfit: 1.25 })')).toEqual(['maker', 'take-profit', -2.25])
    // Bought at the market for 1.1, stopped out at 1.0: 11,000 and 10,000 at 0.05 %.
    expect(run('buy({ quantity: 10000, stopLoss: 1 })')).toEqual(['taker', 'stop-loss', 10.5])
    // A limit order that takes what is there is a taker: 11,000 at 0.05 %, and the target as a maker.
    expect(run('buy({ quantity: 10000, limitPrice: 1.15, takeProfit: 1.25 })')).toEqual([
      'taker',
      'take-profit',
      5.5 - 1.25,
    ])
  })

  it('is paid from the balance at once, and belongs to the position from then on', () => {
    const source = atBars({
      1: 'buy({ quantity: 100000 })',
      2: 'log(account.balance, account.equity, positions.all()[0].commission, positions.all()[0].profit)',
    })
    const { log, statistics } = runScript(source, minuteBars(still(1.1, 1.1, 1.1)), {
      commission: { ...PLAIN_MODELS.commission, perLot: 5 },
    })
    expect(log[0]?.message).toBe('9995 9995 5 -5')
    expect(statistics).toMatchObject({ balance: 9995, profit: -5, grossProfit: 0, commission: 5, unrealizedProfit: 0 })
  })

  it('is paid once by an order that turns a netting position over, for each part', () => {
    const source = atBars({ 1: 'buy({ quantity: 10000 })', 2: 'sell({ quantity: 30000 })' })
    const { positions } = runScript(source, minuteBars(still(1.1, 1.1, 1.1)), {
      accounting: 'netting',
      commission: { ...PLAIN_MODELS.commission, perLot: 10 },
    })
    // 1.00 to open and 1.00 to close 10,000; 2.00 for the 20,000 that are left.
    expect(positions.map(({ direction, commission }) => [direction, commission])).toEqual([
      ['LONG', 2],
      ['SHORT', 2],
    ])
  })
})
