import { type RunModels } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { atBars, minuteBars, runScript, still } from '../../run.fixture.ts'
import { DEFAULT_MODELS, type RunSpec } from '../../run-spec.ts'

/** Commission of opening 50,000 units at 1.1 and closing them at 1.2, both with market orders. */
function roundTrip(changes: Partial<RunModels['commission']>) {
  const source = atBars({ 1: 'buy({ quantity: 50000 })', 2: 'closeAll()' })
  const commission = { ...DEFAULT_MODELS.commission, ...changes }
  const { positions, statistics } = runScript(source, minuteBars(still(1.1, 1.1, 1.2, 1.2)), { commission })
  expect(statistics.commission).toBe(positions[0]?.commission)
  expect(statistics.balance).toBeCloseTo(10_000 + 5000 - (positions[0]?.commission ?? 0), 8)
  return positions[0]?.commission
}

describe('commission', () => {
  it('charges commission per lot, by value and at least the minimum on every fill', () => {
    // Half a lot, twice 3.50.
    expect(roundTrip({ perLot: 7 })).toBe(7)
    // 55,000 and 60,000 at 0.01%: 5.50 and 6.00.
    expect(roundTrip({ percent: 0.01 })).toBe(11.5)
    expect(roundTrip({ perLot: 7, percent: 0.01 })).toBe(18.5)
    // 9.00 and 9.50: the first is below the minimum of 9.25.
    expect(roundTrip({ perLot: 7, percent: 0.01, minimum: 9.25 })).toBe(18.75)
    expect(roundTrip({ perLot: 7, percent: 0.01, minimum: 20 })).toBe(40)
  })

  it('charges no minimum commission where no commission applies', () => {
    expect(roundTrip({ minimum: 5 })).toBe(0)
  })

  it('adds the taker fee to market orders and stops', () => {
    expect(roundTrip({ percent: 0.01, takerPercent: 0.02 })).toBe(34.5)
    expect(roundTrip({ makerPercent: 5 })).toBe(0)
  })

  it('applies the maker fee, also as a rebate that no minimum raises', () => {
    const commission = { ...DEFAULT_MODELS.commission, makerPercent: -0.01, takerPercent: 0.05, minimum: 1 }
    const run = (order: string) => {
      const bars = minuteBars([...still(1.1, 1.1), [1.1, 1.1, 0.999, 1.1], [1.1, 1.2501, 1.1, 1.1]])
      const { positions, orders } = runScript(atBars({ 1: order }), bars, { commission })
      return [orders[0]?.liquidity, positions[0]?.closeReason, positions[0]?.commission]
    }
    // Bought at 1.0 and sold at the target of 1.25, both as maker: 10,000 and 12,500 at -0.01%.
    expect(run('buy({ quantity: 10000, limitPrice: 1, takeProfit: 1.25 })')).toEqual(['maker', 'take-profit', -2.25])
    // Bought at the market price of 1.1, stopped out at 1.0: 11,000 and 10,000 at 0.05%.
    expect(run('buy({ quantity: 10000, stopLoss: 1 })')).toEqual(['taker', 'stop-loss', 10.5])
    // A marketable limit order is a taker: 11,000 at 0.05%, and the target as a maker.
    expect(run('buy({ quantity: 10000, limitPrice: 1.15, takeProfit: 1.25 })')).toEqual([
      'taker',
      'take-profit',
      5.5 - 1.25,
    ])
  })

  it('deducts commission from the balance at once and assigns it to the position', () => {
    const source = atBars({
      1: 'buy({ quantity: 100000 })',
      2: 'log(account.balance, account.equity, positions.all()[0].commission, positions.all()[0].profit)',
    })
    const { log, statistics } = runScript(source, minuteBars(still(1.1, 1.1, 1.1)), {
      commission: { ...DEFAULT_MODELS.commission, perLot: 5 },
    })
    expect(log[0]?.message).toBe('9995 9995 5 -5')
    expect(statistics).toMatchObject({ balance: 9995, profit: -5, grossProfit: 0, commission: 5 })
    expect(statistics).toMatchObject({ realizedProfit: 0, unrealizedProfit: -5 })
  })

  it('charges each part once when an order reverses a netting position', () => {
    const source = atBars({ 1: 'buy({ quantity: 10000 })', 2: 'sell({ quantity: 30000 })' })
    const { positions } = runScript(source, minuteBars(still(1.1, 1.1, 1.1)), {
      accounting: 'netting',
      commission: { ...DEFAULT_MODELS.commission, perLot: 10 },
    })
    // 1.00 to open and 1.00 to close 10,000 units; 2.00 for the remaining 20,000.
    expect(positions.map(({ direction, commission }) => [direction, commission])).toEqual([
      ['LONG', 2],
      ['SHORT', 2],
    ])
  })

  describe('with a minimum', () => {
    const commission = { ...DEFAULT_MODELS.commission, perLot: 1, minimum: 10 }
    const netting = (actions: Record<number, string>, changes: Partial<RunSpec> = {}) =>
      runScript(atBars(actions), minuteBars(still(1.1, 1.1, 1.1, 1.1, 1.1)), {
        accounting: 'netting',
        commission,
        ...changes,
      })

    it('charges the minimum once for a fill that reverses a position: 20, not 30', () => {
      const { positions, statistics } = netting({ 1: 'buy({ quantity: 10000 })', 2: 'sell({ quantity: 20000 })' })
      expect(statistics.commission).toBe(20)
      // Each half of the reversal bears half of its 10.
      expect(positions.map((one) => [one.direction, one.commission])).toEqual([
        ['LONG', 15],
        ['SHORT', 5],
      ])
    })

    it('splits the minimum between the positions that one fill closes', () => {
      const { positions, statistics } = netting({
        1: 'buy({ quantity: 10000 }); buy({ quantity: 30000 })',
        2: 'sell({ quantity: 40000 })',
      })
      expect(statistics.commission).toBe(30)
      expect(positions.map((one) => one.commission)).toEqual([12.5, 17.5])
    })

    it('charges the minimum once for a reduction', () => {
      const { statistics, positions } = netting(
        {
          1: 'buy({ quantity: 10000 }); buy({ quantity: 10000 })',
          2: 'sell({ quantity: 50000, reduceOnly: true })',
        },
        { accounting: 'hedging' },
      )
      expect(statistics.commission).toBe(30)
      expect(positions.map((one) => one.commission)).toEqual([15, 15])
    })

    it('charges only the filled part when the rest is rejected', () => {
      // The remaining 600,000 units would need 13,200 of margin.
      const { orders, statistics } = netting({ 1: 'buy({ quantity: 10000 })', 2: 'sell({ quantity: 610000 })' })
      expect(orders[1]).toMatchObject({ status: 'FILLED', reason: expect.stringMatching(/left of it was refused/) })
      expect(statistics.commission).toBe(20)
    })

    it('charges the minimum for each separate order', () => {
      const { statistics } = netting(
        { 1: 'buy({ quantity: 10000 }); sell({ quantity: 10000 })', 2: 'closeAll()' },
        { accounting: 'hedging' },
      )
      expect(statistics.commission).toBe(40)
    })
  })

  it('fills a reversing FOK order completely or not at all, including its costs', () => {
    // With 10,000 of equity, 454,545 units at 1.1 and 2% margin are possible; after the commission of the closing,
    // fewer.
    const run = (perLot: number) =>
      runScript(
        atBars({ 1: 'buy({ quantity: 100000 })', 2: "sell({ quantity: 553000, timeInForce: 'FOK' })" }),
        minuteBars(still(1.1, 1.1, 1.1, 1.1)),
        { accounting: 'netting', commission: { ...DEFAULT_MODELS.commission, perLot } },
      )
    expect(run(0).orders[1]?.status).toBe('FILLED')
    const { orders, positions } = run(20)
    expect(orders[1]).toMatchObject({ status: 'REJECTED', reason: expect.stringMatching(/not enough margin/) })
    expect(positions.map(({ status }) => status)).toEqual(['OPEN'])
  })
})
