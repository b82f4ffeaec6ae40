import { defineInstrument } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { atBars, flatBars, minuteBars, runScript, still } from '../../run.fixture.ts'
import { DEFAULT_MODELS } from '../../run-spec.ts'

describe('closing part of a position', () => {
  it('splits the costs of a position by quantity on a partial close', () => {
    const source = atBars({ 1: 'buy({ quantity: 100000, stopLoss: 1.09 })', 2: 'closePosition(1, 40000)' })
    const { positions, statistics } = runScript(source, minuteBars(still(1.1, 1.1, 1.102, 1.104), 0.0002), {
      commission: { ...DEFAULT_MODELS.commission, perLot: 10 },
      slippage: { model: 'fixed', pips: 0.5 },
    })
    // Opened at 1.1002 + 0.00005 = 1.10025 with 10.00 of commission. The part closes at 1.102 - 0.00005 = 1.10195:
    // 40,000 x 0.0017 = 68 gross, minus 4.00 of commission for the opening and 4.00 for the closing: 60.
    expect(positions[1]).toMatchObject({
      id: 2,
      quantity: 40_000,
      openPrice: expect.closeTo(1.10025, 10) as number,
      closePrice: expect.closeTo(1.10195, 10) as number,
      commission: 8,
      profit: 60,
      // Half the spread and half a pip at each end: 40,000 x (0.0001 + 0.0001) and 40,000 x 0.0001.
      spreadCost: 8,
      slippageCost: 4,
      // 40,000 x (1.10025 - 1.09), and 40,000 x 1.10025.
      risk: 410,
      notional: 44_010,
      status: 'CLOSED',
    })
    // The remainder is worth 60,000 x (1.104 - 1.10025) = 225, minus 6.00 of commission; half a spread so far.
    expect(positions[0]).toMatchObject({
      id: 1,
      quantity: 60_000,
      commission: 6,
      profit: 219,
      slippageCost: 3,
      risk: 615,
      status: 'OPEN',
    })
    // 10,000 + 68 - 10 - 4.
    expect(statistics.balance).toBe(10_054)
  })

  it('closes the whole position when the quantity is at least as large', () => {
    for (const quantity of [1000, 5000]) {
      const source = atBars({ 1: 'buy({ quantity: 1000 })', 2: `closePosition(positions.all()[0], ${quantity})` })
      const { positions, orders } = runScript(source, flatBars(1.1, 4))
      expect(positions.map(({ quantity: closed, status }) => [closed, status])).toEqual([[1000, 'CLOSED']])
      expect(orders[1]).toMatchObject({ side: 'SELL', quantity: 1000, status: 'FILLED', positionId: 1 })
    }
  })

  it('never closes more than the position, however many closing orders are sent', () => {
    const source = atBars({
      1: 'sell({ quantity: 1000 })',
      2: 'for (let turn = 0; turn < 3; turn++) closePosition(1, 600)',
    })
    const { positions, orders } = runScript(source, flatBars(1.1, 4))
    expect(positions.map(({ quantity }) => quantity)).toEqual([400, 600])
    expect(positions.every(({ status }) => status === 'CLOSED')).toBe(true)
    expect(orders.map(({ status, reason }) => [status, reason])).toEqual([
      ['FILLED', null],
      ['FILLED', null],
      ['FILLED', null],
      ['CANCELED', 'the position is closed already'],
    ])
  })

  it('rejects invalid partial quantities', () => {
    const source = atBars({
      1: 'buy({ quantity: 1000 })',
      2: `for (const part of [0, -1, NaN, 1.5, '500']) closePosition(1, part)
        closePosition(7)`,
    })
    const { orders, positions } = runScript(source, flatBars(1.1, 4))
    expect(orders.slice(1).map(({ status, reason }) => [status, reason])).toEqual([
      ['REJECTED', 'quantity must be a number above 0'],
      ['REJECTED', 'quantity must be a number above 0'],
      ['REJECTED', 'quantity must be a number above 0'],
      ['REJECTED', 'quantity must be a multiple of 1'],
      ['REJECTED', 'quantity must be a number above 0'],
      ['REJECTED', 'there is no open position 7'],
    ])
    expect(positions).toHaveLength(1)
  })

  it('respects lot size and minimum quantity, but can always close the whole remainder', () => {
    const instrument = defineInstrument('EURUSD:TEST', { lotSize: 1000, minQuantity: 2000, maxQuantity: 50_000 })
    const source = atBars({
      1: 'buy({ quantity: 5000 })',
      2: 'for (const part of [1000, 1999, 2500, 4000]) closePosition(1, part)',
      3: 'closePosition(1, 1000)',
    })
    const { orders, positions } = runScript(source, flatBars(1.1, 5), { instrument })
    expect(orders.slice(1).map(({ status, quantity, reason }) => [status, quantity, reason])).toEqual([
      ['REJECTED', 1000, 'quantity 1000 is less than 2000'],
      ['REJECTED', 1999, 'quantity 1999 is less than 2000'],
      ['REJECTED', 2500, 'quantity must be a multiple of 1000'],
      ['FILLED', 4000, null],
      ['FILLED', 1000, null],
    ])
    expect(positions.map(({ quantity, status }) => [quantity, status])).toEqual([
      [1000, 'CLOSED'],
      [4000, 'CLOSED'],
    ])
  })

  it('leaves round quantities with fractional lots', () => {
    const instrument = defineInstrument('ETHUSD:TEST', { lotSize: 0.1, minQuantity: 0.1 })
    const source = atBars({
      1: 'buy({ quantity: 0.3 })',
      2: 'closePosition(1, 0.1)',
      3: 'log(positions.get(1).quantity); sell({ quantity: 0.3 })',
    })
    // In binary fractions, 0.3 - 0.1 is 0.19999999999999998 and 0.3 - 0.2 is 0.09999999999999998.
    const { positions, log } = runScript(source, flatBars(2000, 5), { instrument, accounting: 'netting' })
    expect(log.map(({ message }) => message)).toEqual(['0.2'])
    expect(positions.map(({ direction, quantity, status }) => [direction, quantity, status])).toEqual([
      ['LONG', 0.2, 'CLOSED'],
      ['LONG', 0.1, 'CLOSED'],
      ['SHORT', 0.1, 'OPEN'],
    ])
  })

  it('keeps the bracket for the remaining quantity', () => {
    const source = atBars({
      1: 'buy({ quantity: 1000, stopLoss: 1.09, takeProfit: 1.11 })',
      2: 'closePosition(1, 400)',
      3: 'closePosition(1, 100)',
    })
    const { positions } = runScript(source, minuteBars(still(1.1, 1.1, 1.1, 1.1, 1.12, 1.08)))
    expect(positions.map(({ quantity, closeReason, closePrice }) => [quantity, closeReason, closePrice])).toEqual([
      [500, 'take-profit', 1.12],
      [400, 'script', 1.1],
      [100, 'script', 1.1],
    ])
  })

  it('keeps the stops for the remaining quantity', () => {
    const source = atBars({ 1: 'buy({ quantity: 1000, stopLoss: 1.09 })', 2: 'closePosition(1, 400)' })
    const { positions } = runScript(source, minuteBars(still(1.1, 1.1, 1.1, 1.085, 1.085)))
    expect(positions.map(({ quantity, closeReason, closePrice }) => [quantity, closeReason, closePrice])).toEqual([
      [600, 'stop-loss', 1.085],
      [400, 'script', 1.1],
    ])
  })

  it('closes only the given direction', () => {
    const source = atBars({
      1: 'buy({ quantity: 1000 }); sell({ quantity: 2000 }); buy({ quantity: 3000 })',
      2: `log(closeAll('LONG'), closeAll('LONG'))`,
    })
    const { positions, log } = runScript(source, flatBars(1.1, 4))
    expect(positions.map(({ status }) => status)).toEqual(['CLOSED', 'OPEN', 'CLOSED'])
    expect(log[0]?.message).toBe('2 0')
  })
})
