import { describe, expect, it } from 'vitest'

import { atBars, atTicks, flatBars, minuteBars, runScript, secondTicks, still, TICKS } from '../../run.fixture.ts'

const STRADDLE = `const up = buy({ quantity: 1000, stopPrice: 1.11 }), down = sell({ quantity: 1000, stopPrice: 1.09 })
  log(oco(up, down).accepted)`
const states = ({ orders }: ReturnType<typeof runScript>) => orders.map(({ status }) => status)
const texts = ({ log }: ReturnType<typeof runScript>) =>
  log.filter(({ level }) => level === 'info').map(({ message }) => message)

describe('one cancels the other', () => {
  it('cancels the other order when one fills, and names it in the reason', () => {
    const result = runScript(atBars({ 1: STRADDLE }), minuteBars(still(1.1, 1.1, 1.12, 1.08, 1.08)))
    expect(states(result)).toEqual(['FILLED', 'CANCELED'])
    expect(result.orders[1]?.reason).toBe('one of the group was filled: order 1')
    expect(result.positions).toHaveLength(1)
  })

  it('cancels the other order within the same minute, on the same path', () => {
    // Up first (1.1 is nearer to 1.111 than to 1.08), then through the other stop.
    const result = runScript(atBars({ 1: STRADDLE }), minuteBars([...still(1.1, 1.1), [1.1, 1.111, 1.08, 1.1]]))
    expect(states(result)).toEqual(['FILLED', 'CANCELED'])
  })

  it.each([
    ['ohlc', 'FILLED', 'CANCELED'],
    ['olhc', 'CANCELED', 'FILLED'],
  ] as const)('follows the price path if one bar reaches both (%s)', (path, up, down) => {
    const bars = minuteBars([...still(1.1, 1.1), [1.1, 1.12, 1.08, 1.1], ...still(1.1)])
    expect(states(runScript(atBars({ 1: STRADDLE }), bars, { path }))).toEqual([up, down])
  })

  it('fills only one order when one price triggers both', () => {
    const source = atTicks({
      1: 'oco(buy({ quantity: 1000, limitPrice: 1.099 }), buy({ quantity: 2000, limitPrice: 1.098 }))',
    })
    const result = runScript(source, secondTicks([1.1, 1.1, 1.09]), TICKS)
    expect(states(result)).toEqual(['FILLED', 'CANCELED'])
    expect(result.positions.map(({ quantity }) => quantity)).toEqual([1000])
  })

  it('cancels the other order when one is canceled, expires or is rejected', () => {
    const canceled = atBars({ 1: STRADDLE, 2: 'cancel(1)' })
    expect(states(runScript(canceled, flatBars(1.1, 5)))).toEqual(['CANCELED', 'CANCELED'])
    const expired = atBars({
      1: `oco(buy({ quantity: 1000, limitPrice: 1, timeInForce: 'GTD', expiry: now() + 60000 }),
        sell({ quantity: 1000, limitPrice: 1.2 }))`,
    })
    expect(states(runScript(expired, flatBars(1.1, 5)))).toEqual(['EXPIRED', 'CANCELED'])
    // 1,000,000 at 1.12 need 22,400 of margin, but there is only 10,000.
    const refused = atBars({ 1: STRADDLE.replace('1000', '1000000') })
    expect(states(runScript(refused, minuteBars(still(1.1, 1.1, 1.12, 1.12))))).toEqual(['REJECTED', 'CANCELED'])
  })

  it('links more than two orders', () => {
    const three = atBars({
      1: `oco(buy({ quantity: 1000, limitPrice: 1.09 }), buy({ quantity: 1000, limitPrice: 1.08 }),
        sell({ quantity: 1000, limitPrice: 1.11 }))`,
    })
    expect(states(runScript(three, minuteBars(still(1.1, 1.1, 1.12, 1.05))))).toEqual([
      'CANCELED',
      'CANCELED',
      'FILLED',
    ])
  })

  it('rejects linking ended orders, orders of another group, and a single order', () => {
    const source = atBars({
      1: STRADDLE,
      2: `buy({ quantity: 1000, limitPrice: 1 })
        log(oco(1, 3).reason); log(oco(3).reason); log(oco(3, 3).reason); log(oco(3, 99).reason); log(oco().reason)
        cancel(1); log(oco(2, 3).reason)`,
    })
    expect(texts(runScript(source, flatBars(1.1, 4)))).toEqual([
      'true',
      'order 1 belongs to a group already',
      'oco needs at least two waiting orders',
      'oco needs at least two waiting orders',
      'there is no waiting order 99',
      'oco needs at least two waiting orders',
      'there is no waiting order 2',
    ])
  })
})

describe('brackets', () => {
  const bracket = atBars({ 1: 'buy({ quantity: 1000, stopLoss: 1.09, takeProfit: 1.11 })' })

  it('closes a position by one side of its bracket', () => {
    for (const [after, reason, price] of [
      [1.12, 'take-profit', 1.12],
      [1.08, 'stop-loss', 1.08],
    ] as const) {
      // A jump from one bar to the next: the gap applies for and against the trader.
      const back = after === 1.12 ? 1.05 : 1.15
      const { positions } = runScript(bracket, minuteBars(still(1.1, 1.1, after, back, back)))
      expect(positions.map(({ closeReason, closePrice }) => [closeReason, closePrice])).toEqual([[reason, price]])
    }
  })

  it('drops the bracket with an order canceled before its fill', () => {
    const source = atBars({
      1: 'buy({ quantity: 1000, limitPrice: 1.09, stopLoss: 1.08, takeProfit: 1.1 })',
      2: 'cancel(1); log(orders.count, positions.count)',
    })
    const result = runScript(source, minuteBars(still(1.1, 1.1, 1.089, 1.07, 1.12)))
    expect(states(result)).toEqual(['CANCELED'])
    expect([result.positions.length, texts(result)]).toEqual([0, ['0 0']])
  })

  it('applies the bracket of the linked order that fills', () => {
    const source = atBars({
      1: `oco(buy({ quantity: 1000, stopPrice: 1.11, stopLossPips: 50, takeProfitPips: 100 }),
        sell({ quantity: 1000, stopPrice: 1.09, stopLossPips: 50, takeProfitPips: 100 }))`,
    })
    // Up through 1.11 to its target of 1.12, then down through the level of the canceled order.
    const bars = minuteBars([
      ...still(1.1, 1.1),
      [1.1, 1.111, 1.1, 1.111],
      [1.111, 1.121, 1.111, 1.121],
      ...still(1.05),
    ])
    const result = runScript(source, bars, { path: 'olhc' })
    expect(states(result)).toEqual(['FILLED', 'CANCELED'])
    expect(
      result.positions.map(({ openPrice, closePrice, closeReason }) => [openPrice, closePrice, closeReason]),
    ).toEqual([[1.11, 1.12, 'take-profit']])
  })

  it('measures a bracket in pips from the fill of a waiting order', () => {
    const source = atBars({ 1: 'sell({ quantity: 1000, stopPrice: 1.095, stopLossPips: 20, takeProfitPips: 40 })' })
    const { positions } = runScript(source, minuteBars([...still(1.1, 1.1), [1.1, 1.1, 1.094, 1.094], ...still(1.094)]))
    // Filled at 1.095 on the path: 1.095 + 0.002, 1.095 - 0.004.
    expect(positions[0]).toMatchObject({ openPrice: 1.095, stopLoss: 1.097, takeProfit: 1.091, risk: 2 })
  })
})
