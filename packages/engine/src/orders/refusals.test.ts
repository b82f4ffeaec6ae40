import { defineInstrument } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { atBars, flatBars, minuteBars, runScript, still } from '../run.fixture.ts'

const LOTS = defineInstrument('EURUSD:TEST', { lotSize: 1000, minQuantity: 2000, maxQuantity: 50_000 })

describe('rejections of orders', () => {
  it('are reported to onOrder, in the log and with the order', () => {
    const source = atBars(
      { 1: 'log(buy({ quantity: 500 }).status)' },
      'function onOrder(order) { log(order.id, order.status, order.reason) }',
    )
    const { log, orders } = runScript(source, flatBars(1.1, 3), { instrument: LOTS })
    expect(log.map(({ level, message }) => [level, message])).toEqual([
      ['warning', 'Order 1 refused: quantity 500 is less than 2000'],
      ['info', 'REJECTED'],
      ['info', '1 REJECTED quantity 500 is less than 2000'],
    ])
    expect(orders[0]).toMatchObject({ status: 'REJECTED', reason: 'quantity 500 is less than 2000', fillPrice: null })
  })

  it('rejects invalid quantities', () => {
    const quantities = [2000, 50_000, 1999, 51_000, 2500, 0, -2000, 'NaN', 'Infinity', `'2000'`]
    const source = atBars({
      1: quantities.map((quantity) => `buy({ quantity: ${quantity}, limitPrice: 1 })`).join(';'),
    })
    const { orders } = runScript(source, flatBars(1.1, 3), { instrument: LOTS })
    expect(orders.map(({ reason }) => reason)).toEqual([
      null,
      null,
      'quantity 1999 is less than 2000',
      'quantity 51000 is more than 50000',
      'quantity must be a multiple of 1000',
      ...Array.from({ length: 5 }, () => 'quantity must be a number above 0'),
    ])
  })

  it('rejects a stop on the wrong side of the opening price', () => {
    const cases = [
      // Market orders are compared with the closing side: bid 1.1, ask 1.1002.
      ['buy({ quantity: 1000, stopLoss: 1.1 })', 'stopLoss 1.1 must be below the price 1.1'],
      ['buy({ quantity: 1000, takeProfit: 1.1 })', 'takeProfit 1.1 must be above the price 1.1'],
      ['sell({ quantity: 1000, stopLoss: 1.1002 })', 'stopLoss 1.1002 must be above the price 1.1002'],
      ['sell({ quantity: 1000, takeProfit: 1.1002 })', 'takeProfit 1.1002 must be below the price 1.1002'],
      ['buy({ quantity: 1000, limitPrice: 1.05, stopLoss: 1.06 })', 'stopLoss 1.06 must be below the price 1.05'],
      ['sell({ quantity: 1000, stopPrice: 1.05, takeProfit: 1.06 })', 'takeProfit 1.06 must be below the price 1.05'],
      ['buy({ quantity: 1000, stopLoss: -1 })', 'stopLoss must be a number above 0'],
      [
        'buy({ quantity: 1000, trailingStop: 0.1, trailingStopPips: 5 })',
        'give trailingStop or trailingStopPips, not both',
      ],
      ['buy({ quantity: 1000, stopLoss: 1, stopLossPips: 5 })', 'give stopLoss or stopLossPips, not both'],
      ['buy({ quantity: 1000, stopLoss: 1.09999, takeProfit: 1.10001 })', null],
    ] as const
    const source = atBars({ 1: cases.map(([order]) => order).join(';') })
    const { orders } = runScript(source, flatBars(1.1, 2, 0.0002))
    expect(orders.map(({ reason }) => reason)).toEqual(cases.map(([, reason]) => reason))
  })

  it('rejects an order without enough margin at the price of its fill', () => {
    // 2% of 500,000 at 1.0 is 10,000, all that the account has.
    const exact = atBars({ 1: 'buy({ quantity: 500000 })' })
    expect(runScript(exact, minuteBars(still(1, 1, 1))).orders[0]?.status).toBe('FILLED')
    const more = runScript(atBars({ 1: 'buy({ quantity: 500001 })' }), minuteBars(still(1, 1, 1)))
    expect(more.orders[0]).toMatchObject({
      status: 'REJECTED',
      reason: 'not enough margin: 10000.02 needed, equity 10000.00',
    })
    // A working order is checked when it fills: by then the first position has lost 1,000.
    const waiting = atBars({
      1: 'buy({ quantity: 100000 }); buy({ quantity: 350000, stopPrice: 0.995, limitPrice: 1 })',
    })
    const { orders } = runScript(
      waiting.replace('stopPrice: 0.995, limitPrice: 1', 'limitPrice: 0.995'),
      minuteBars(still(1, 1, 0.99, 0.99)),
    )
    // 450,000 x 0.99 x 0.02 = 8,910 needed, 10,000 - 1,000 = 9,000 available.
    expect(orders[1]?.status).toBe('FILLED')
    const late = runScript(
      waiting.replace('350000, stopPrice: 0.995, limitPrice: 1', '360000, limitPrice: 0.995'),
      minuteBars(still(1, 1, 0.99, 0.99)),
    )
    // 460,000 x 0.99 x 0.02 = 9,108.
    expect(late.orders[1]?.reason).toBe('not enough margin: 9108.00 needed, equity 9000.00')
  })

  it('accepts the other side of a hedge, which needs no more margin', () => {
    const source = atBars({
      1: 'buy({ quantity: 400000 })',
      2: 'sell({ quantity: 400000 }); sell({ quantity: 200000 })',
    })
    const { orders } = runScript(source, minuteBars(still(1, 1, 1, 1)))
    // Only the larger side counts: 400,000, and then 600,000 would need 12,000.
    expect(orders.map(({ status }) => status)).toEqual(['FILLED', 'FILLED', 'REJECTED'])
  })

  it('accepts a hedge that needs no more margin even during a margin call', () => {
    // Long 450,000 at 1.0; at 0.99 they use 8,910 and 10,000 - 4,500 = 5,500 is left.
    const source = atBars({
      1: 'buy({ quantity: 450000 })',
      3: 'log(account.marginCall); sell({ quantity: 450000 }); sell({ quantity: 1000 })',
    })
    const { orders, log } = runScript(source, minuteBars(still(1, 1, 0.99, 0.99)))
    expect(log.map(({ message }) => message)).toContain('true')
    expect(orders.slice(1).map(({ status, reason }) => [status, reason])).toEqual([
      ['FILLED', null],
      ['REJECTED', 'not enough margin: 8929.80 needed, equity 5500.00'],
    ])
  })

  it('checks the margin of the whole quantity of a fill-or-kill order', () => {
    // Short 100,000; buying 700,000 closes them and opens 600,000, which need 12,000.
    const order = (timeInForce: string) =>
      atBars({ 1: 'sell({ quantity: 100000 })', 2: `buy({ quantity: 700000, timeInForce: '${timeInForce}' })` })
    const told = (timeInForce: string) => {
      const run = runScript(order(timeInForce), minuteBars(still(1, 1, 1, 1)), { accounting: 'netting' })
      return [run.orders[1]?.status, run.orders[1]?.reason, run.positions[0]?.status]
    }
    const reason = 'not enough margin: 12000.00 needed, equity 10000.00'
    expect(told('FOK')).toEqual(['REJECTED', reason, 'OPEN'])
    expect(told('IOC')).toEqual(['FILLED', `what was left of it was refused: ${reason}`, 'CLOSED'])
  })

  it('rejects contradictory and unknown fields', () => {
    const source = atBars({
      1: `log(closePosition().reason, '|', closePosition('x').reason, '|', closePosition(7).reason)
        log(cancel().reason, '|', cancel({}).reason, '|', cancel(7).reason)
        log(oco(undefined, 'x').reason, '|', oco(7, 8).reason, '|', modify(7, {}).reason)`,
    })
    const { log } = runScript(source, flatBars(1.1, 3))
    expect(log.filter(({ level }) => level === 'info').map(({ message }) => message)).toEqual([
      'closing needs a position or its id | closing needs a position or its id | there is no open position 7',
      'cancel needs an order or its id | cancel needs an order or its id | there is no waiting order 7',
      'oco needs orders or their ids | there is no waiting order 7 | modify needs a position or an order',
    ])
  })
})
