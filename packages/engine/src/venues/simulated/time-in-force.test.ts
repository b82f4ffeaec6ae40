import { describe, expect, it } from 'vitest'

import { atBars, atTicks, flatBars, MINUTE, MONDAY, runScript, secondTicks, TICKS } from '../../run.fixture.ts'

/** One order after the first of these ticks: its status, its price, and maker or taker. */
function sent(request: string, bids: readonly number[], spread = 0) {
  const { orders } = runScript(atTicks({ 1: `buy({ quantity: 1000, ${request} })` }), secondTicks(bids, spread), TICKS)
  const [order] = orders
  return [order?.type, order?.timeInForce, order?.status, order?.fillPrice]
}

describe('time in force', () => {
  it('fills whatever the first price allows, with every type and every time in force', () => {
    // Second tick 1.105: through the limit of 1.106, and beyond the stop of 1.104; a taker pays the market's price.
    const prices = {
      MARKET: '',
      LIMIT: 'limitPrice: 1.106,',
      STOP: 'stopPrice: 1.104,',
      STOP_LIMIT: 'stopPrice: 1.104, limitPrice: 1.106,',
    }
    for (const [type, price] of Object.entries(prices)) {
      for (const time of ['GTC', 'IOC', 'FOK', 'GTD']) {
        const expiry = time === 'GTD' ? ', expiry: now() + 60000' : ''
        const told = sent(`${price} timeInForce: '${time}' ${expiry}`, [1.1, 1.105, 1.2])
        expect(told).toEqual([type, time, 'FILLED', 1.105])
      }
    }
  })

  it('ends IOC and FOK at a first price that fills nothing, and leaves GTC and GTD working', () => {
    // The second tick fills nothing, the third would.
    const limits = ['limitPrice: 1.09,', [1.1, 1.1, 1.08]] as const
    const stops = ['stopPrice: 1.11,', [1.1, 1.1, 1.12]] as const
    const stopLimits = ['stopPrice: 1.11, limitPrice: 1.115,', [1.1, 1.1, 1.112]] as const
    for (const [price, bids] of [limits, stops, stopLimits]) {
      for (const time of ['IOC', 'FOK']) {
        expect(sent(`${price} timeInForce: '${time}'`, bids).slice(2)).toEqual(['CANCELED', null])
      }
      expect(sent(`${price} timeInForce: 'GTC'`, bids).slice(2)).toEqual(['FILLED', bids[2]])
      expect(sent(`${price} timeInForce: 'GTD', expiry: now() + 60000`, bids).slice(2)).toEqual(['FILLED', bids[2]])
    }
  })

  it('cancels an immediate stop-limit order whose stop is reached but whose limit is not', () => {
    // The stop at 1.104 is reached at 1.105, which is beyond the limit of 1.1045; at 1.104 it would later be filled.
    const request = 'stopPrice: 1.104, limitPrice: 1.1045'
    expect(sent(`${request}, timeInForce: 'IOC'`, [1.1, 1.105, 1.104]).slice(2)).toEqual(['CANCELED', null])
    expect(sent(request, [1.1, 1.105, 1.104]).slice(2)).toEqual(['FILLED', 1.104])
  })

  it('records why an immediate order was canceled', () => {
    const source = atTicks({ 1: `buy({ quantity: 1000, limitPrice: 1, timeInForce: 'IOC' })` })
    const { orders } = runScript(source, secondTicks([1.1, 1.1]), TICKS)
    expect(orders[0]?.reason).toBe('could not be filled at once')
  })

  it('fills a GTD order until just before its expiry, but not at it', () => {
    // Placed at 0 s, good for three seconds; the price comes at 2 s, or at 3 s.
    const request = `limitPrice: 1.09, timeInForce: 'GTD', expiry: now() + 3000`
    expect(sent(request, [1.1, 1.1, 1.08, 1.08]).slice(2)).toEqual(['FILLED', 1.08])
    expect(sent(request, [1.1, 1.1, 1.1, 1.08]).slice(2)).toEqual(['EXPIRED', null])
  })

  it('ends a GTD order by the end of the run even if there are no more prices', () => {
    const source = atBars({ 1: `buy({ quantity: 1000, limitPrice: 1, timeInForce: 'GTD', expiry: now() + 600000 })` })
    const until = (minutes: number) => runScript(source, flatBars(1.1, 3), { end: MONDAY + minutes * MINUTE })
    expect(until(10).orders[0]?.status).toBe('NEW')
    expect(until(11).orders[0]?.status).toBe('EXPIRED')
  })

  it('rejects invalid expiries', () => {
    const source = atBars(
      {
        1: `buy({ quantity: 1, limitPrice: 1, timeInForce: 'GTD' })
          buy({ quantity: 1, limitPrice: 1, timeInForce: 'GTD', expiry: now() })
          buy({ quantity: 1, limitPrice: 1, expiry: now() + 1 })
          buy({ quantity: 1, limitPrice: 1, timeInForce: 'DAY' })
          buy({ quantity: 1, limitPrice: 1, timeInForce: 'GTD', expiry: Infinity })`,
      },
      'function onOrder(order) { log(order.reason) }',
    )
    const { log } = runScript(source, flatBars(1.1, 3))
    expect(log.filter(({ level }) => level === 'info').map(({ message }) => message)).toEqual([
      'a GTD order needs an expiry that lies ahead',
      'a GTD order needs an expiry that lies ahead',
      'expiry goes with timeInForce GTD only',
      'timeInForce must be GTC, IOC, FOK or GTD',
      'expiry must be a number above 0',
    ])
  })
})
