import { describe, expect, it } from 'vitest'

import { atTicks, type Candle, minuteBars, runScript, still } from '../../run.fixture.ts'

/** Four ticks per bar: the script sees tick 2, the high, and places its order then; tick 3 is the low. */
const BAR: Candle = [1.1, 1.104, 1.096, 1.1]

function placed(order: string, after = 2) {
  const { orders } = runScript(atTicks({ [after]: order }), minuteBars([BAR, ...still(1.1, 1.1)]), { path: 'ohlc' })
  return orders.map(({ status, fillPrice, liquidity }) => [status, fillPrice, liquidity])
}

describe('the price that a script has just seen', () => {
  it('does not fill a market order at the price just seen', () => {
    expect(placed('sell({ quantity: 1000 })')).toEqual([['FILLED', 1.096, 'taker']])
  })

  it('does not fill a limit order at the price just seen; it gets the next one or waits', () => {
    // After 1.104 the next price is 1.096: a sell limit at 1.09 is filled there, one at 1.1 is not.
    expect(placed('sell({ quantity: 1000, limitPrice: 1.09 })')).toEqual([['FILLED', 1.096, 'taker']])
    expect(placed('sell({ quantity: 1000, limitPrice: 1.1 })')).toEqual([['NEW', null, null]])
    expect(placed('sell({ quantity: 1000, limitPrice: 1.104 })')).toEqual([['NEW', null, null]])
    expect(placed(`sell({ quantity: 1000, limitPrice: 1.1, timeInForce: 'IOC' })`)).toEqual([['CANCELED', null, null]])
    // After 1.096, the low, the next price is 1.1, the close.
    expect(placed('buy({ quantity: 1000, limitPrice: 1.2 })', 3)).toEqual([['FILLED', 1.1, 'taker']])
  })

  it('does not trigger a stop at the price just seen', () => {
    expect(placed('buy({ quantity: 1000, stopPrice: 1.1 })')).toEqual([['FILLED', 1.096, 'taker']])
    expect(placed('sell({ quantity: 1000, stopPrice: 1.105, limitPrice: 1.09 })')).toEqual([['FILLED', 1.096, 'taker']])
    expect(placed('sell({ quantity: 1000, stopPrice: 1.105, limitPrice: 1.1 })')).toEqual([['NEW', null, null]])
  })

  it('fills orders on the path to the next price as usual', () => {
    expect(placed('buy({ quantity: 1000, limitPrice: 1.099 })')).toEqual([['FILLED', 1.099, 'maker']])
    expect(placed('sell({ quantity: 1000, stopPrice: 1.103 })')).toEqual([['FILLED', 1.103, 'taker']])
  })

  it('does not fill a changed order at the price just seen', () => {
    const source = atTicks({
      1: 'sell({ quantity: 1000, limitPrice: 1.2 })',
      2: 'modify(orders.get(1), { limitPrice: 1.09 })',
    })
    const { orders } = runScript(source, minuteBars([BAR, ...still(1.1)]), { path: 'ohlc' })
    expect(orders[0]?.fillPrice).toBe(1.096)
  })

  it('fills orders that the price just seen would fill in the order of placing', () => {
    // 2% of 400,000 at 1.1 is 8,800 of 10,000: there is margin for the first one only.
    const both = 'buy({ quantity: 400000, limitPrice: 1.2 }); buy({ quantity: 400000, limitPrice: 1.3 })'
    expect(placed(both).map(([status]) => status)).toEqual(['FILLED', 'REJECTED'])
  })
})
