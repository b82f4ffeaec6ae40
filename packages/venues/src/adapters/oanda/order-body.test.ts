import { describe, expect, it } from 'vitest'
import { readInstruments } from './instrument-rules.ts'
import { NO_STOPS, orderBody } from './order-body.ts'
import { NOON, order } from './own-account.fixture.ts'

/** As the document of the venue has it. */
const EUR_USD = {
  name: 'EUR_USD',
  type: 'CURRENCY',
  displayName: 'EUR/USD',
  pipLocation: -4,
  displayPrecision: 5,
  tradeUnitsPrecision: 0,
  minimumTradeSize: '1',
  maximumTrailingStopDistance: '1.00000',
  minimumTrailingStopDistance: '0.00050',
  maximumPositionSize: '0',
  maximumOrderUnits: '100000000',
  marginRate: '0.02',
}
const [rules] = [...readInstruments([EUR_USD]).values()]
const NAME = 'taaaaaaaaaaaaaaaaaa'
const bodyOf = (terms: Parameters<typeof order>[0], stops = NO_STOPS) => {
  if (!rules) throw new Error('The instrument has no rules')
  return orderBody(order(terms), NAME, rules, stops)
}

describe('an order to OANDA', () => {
  it('has units with a sign, and its prices in their decimal places', () => {
    expect(bodyOf({ side: 'SELL', type: 'LIMIT', limitPrice: 1.2 })).toEqual({
      type: 'LIMIT',
      instrument: 'EUR_USD',
      units: '-1000',
      price: '1.20000',
      timeInForce: 'GTC',
      positionFill: 'DEFAULT',
      clientExtensions: { id: NAME },
    })
    expect(bodyOf({ type: 'STOP', stopPrice: 1.09, timeInForce: 'GTD', expiry: NOON })).toMatchObject({
      type: 'STOP',
      price: '1.09000',
      timeInForce: 'GTD',
      gtdTime: '2026-11-25T12:00:00.000Z',
    })
  })

  it('is filled at once or not at all at the market, unless a part of it does', () => {
    expect(bodyOf({})).toMatchObject({ type: 'MARKET', timeInForce: 'FOK' })
    expect(bodyOf({ timeInForce: 'IOC' })).toMatchObject({ type: 'MARKET', timeInForce: 'IOC' })
  })

  it('only reduces where that is meant', () => {
    expect(bodyOf({ side: 'SELL', reduceOnly: true })).toMatchObject({ units: '-1000', positionFill: 'REDUCE_ONLY' })
  })

  it('has its stop at a price or at a distance, and its target, each with a name of its own', () => {
    expect(bodyOf({}, { ...NO_STOPS, stopLoss: 1.07, takeProfit: 1.1 })).toMatchObject({
      stopLossOnFill: { price: '1.07000', timeInForce: 'GTC', clientExtensions: { id: `${NAME}s` } },
      takeProfitOnFill: { price: '1.10000', timeInForce: 'GTC', clientExtensions: { id: `${NAME}p` } },
    })
    expect(bodyOf({}, { ...NO_STOPS, stopLossDistance: 0.003, trailingStop: 0.005 })).toMatchObject({
      stopLossOnFill: { distance: '0.00300' },
      trailingStopLossOnFill: { distance: '0.00500', timeInForce: 'GTC', clientExtensions: { id: `${NAME}t` } },
    })
  })

  it.each([
    [{ type: 'STOP_LIMIT', stopPrice: 1.1, limitPrice: 1.2 }, 'no stop limit orders'],
    [{ type: 'LIMIT', limitPrice: 1.1, postOnly: true }, 'cannot be post-only'],
    [{ type: 'STOP', stopPrice: 1.1, timeInForce: 'IOC' }, 'wait until they are canceled'],
    [{ type: 'LIMIT', limitPrice: 1.1, timeInForce: 'GTD' }, 'time at which the order ends'],
    [{ type: 'LIMIT' }, 'do not fit the order type'],
    [{ quantity: 1_000.5 }, 'The quantity 1000.5 is no multiple of 1'],
    [{ quantity: 0 }, 'is no multiple'],
    [{ quantity: NaN }, 'is no multiple'],
    [{ type: 'LIMIT', limitPrice: 1.123_456 }, 'The price 1.123456 is no multiple of 0.00001'],
  ] as const)('is denied before a byte is sent: %j', (terms, why) => {
    expect(() => bodyOf(terms)).toThrow(why)
  })
})

describe('the list of instruments', () => {
  it('leaves out what lacks a rule, and passes words that are not known', () => {
    const { marginRate: _, ...lacking } = { ...EUR_USD, name: 'EUR_CHF' }
    const strange = { ...EUR_USD, name: 'SPX500_USD', type: 'SOMETHING_NEW', tradeUnitsPrecision: 1, more: {} }
    const found = readInstruments([EUR_USD, lacking, strange])
    expect([...found.keys()]).toEqual(['EURUSD:OANDA', 'SPX500USD:OANDA'])
    expect(found.get('SPX500USD:OANDA')).toMatchObject({ name: 'SPX500_USD', product: 'CFD', step: '0.1' })
  })
})
