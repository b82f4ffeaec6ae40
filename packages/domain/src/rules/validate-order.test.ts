import { describe, expect, it } from 'vitest'
import { defineInstrument } from '../define-instrument.ts'
import { listInstrument } from '../listed-instrument.ts'
import { type OrderCircumstances, type OrderDraft, orderProblems, validateOrder } from './validate-order.ts'

const instrument = listInstrument(
  defineInstrument('EURUSD:OANDA', { lotSize: 1000, minQuantity: 1000, maxQuantity: 100_000 }),
  { status: 'active', minNotional: 1500, marginRatios: { USD: 1 / 30 } },
)
const circumstances: OrderCircumstances = {
  isLoggedIn: true,
  instrument,
  isConnected: true,
  time: Date.UTC(2024, 0, 10, 12),
  price: { bid: 1.08412, ask: 1.08427, age: 5000 },
  account: { accountCurrency: 'USD', conversion: 1, available: 1000 },
}
const draft: OrderDraft = {
  side: 'BUY',
  type: 'MARKET',
  quantity: 25_000,
  limitPrice: null,
  stopPrice: null,
  stopLoss: 1.08127,
  takeProfit: 1.09027,
  trailingStop: 0.003,
}
const messageOf = (changes: Partial<OrderDraft>, others: Partial<OrderCircumstances> = {}) =>
  validateOrder({ ...draft, ...changes }, { ...circumstances, ...others })?.message ?? null

describe('the checks of an order', () => {
  it('asks for no margin where coins are sold, and for no stops', () => {
    const spot = { isSpot: true, account: { accountCurrency: 'USD', conversion: 1, available: 0 } }
    const sale = { side: 'SELL', stopLoss: null, takeProfit: null, trailingStop: null } as const
    expect(messageOf(sale, spot)).toBeNull()
    expect(messageOf(sale, { ...spot, isSpot: false })).toBe('Not enough available margin')
    for (const guard of [{ stopLoss: 1.09 }, { takeProfit: 1.05 }, { trailingStop: 0.01 }])
      expect(messageOf({ ...sale, ...guard }, spot)).toBe('A sale opens no position that a stop could protect')
  })

  it('says that a venue does not take orders of a type, whatever else is wrong with them', () => {
    const limited = { instrument: { ...instrument, orderTypes: ['MARKET', 'LIMIT', 'STOP'] } } as const
    expect(messageOf({ type: 'STOP_LIMIT', quantity: NaN }, limited)).toBe('OANDA takes no stop limit orders')
    expect(messageOf({ type: 'STOP', stopPrice: 1.086, stopLoss: null, takeProfit: null }, limited)).toBeNull()
  })

  it('accepts an order that follows every rule', () => {
    expect(validateOrder(draft, circumstances)).toBeNull()
    const stopLimit = { type: 'STOP_LIMIT', stopPrice: 1.086, limitPrice: 1.087 } as const
    expect(messageOf({ ...stopLimit, stopLoss: 1.085 })).toBeNull()
  })

  it('reports the first of all failures, in the order of the checks', () => {
    let wrong: OrderDraft = {
      side: 'BUY',
      type: 'STOP_LIMIT',
      quantity: NaN,
      limitPrice: null,
      stopPrice: null,
      stopLoss: 2.000001,
      takeProfit: 0.5,
      trailingStop: 0,
    }
    const closed = { status: 'halted', minNotional: 1e9 } as const
    let around: OrderCircumstances = {
      ...circumstances,
      isLoggedIn: false,
      instrument: null,
      isConnected: false,
      price: null,
      account: { accountCurrency: 'USD', conversion: 1, available: 0 },
    }
    const repairs: [string, Partial<OrderDraft>, Partial<OrderCircumstances>?][] = [
      ['Please log in to trade', {}, { isLoggedIn: true }],
      ['Instrument not available', {}, { instrument: { ...instrument, ...closed } }],
      ['Cannot open position - broker not connected', {}, { isConnected: true }],
      ['Trading EUR/USD is closed', {}, { instrument: { ...instrument, minNotional: 1e9 } }],
      ['No price', {}, { price: { bid: 1.08412, ask: 1.08427, age: 5001 } }],
      ['No fresh price', {}, { price: { bid: 1.08412, ask: 1.08427, age: 0 } }],
      ['Invalid quantity', { quantity: 999 }],
      ['Minimum trade size for EUR/USD is 1000', { quantity: 100_500 }],
      ['Maximum trade size for EUR/USD is 100000', { quantity: 1500 }],
      ['Lot size is 1000', { quantity: 100_000 }],
      ['Invalid number', { limitPrice: 1.2000001 }],
      ['Invalid number', { stopPrice: 1.1 }],
      ['Prices of EUR/USD are multiples of 0.00001', { limitPrice: 1.2 }],
      ['Prices of EUR/USD are multiples of 0.00001', { stopLoss: 2 }],
      ['Stop loss must be less than bid price for long positions', { stopLoss: 1 }],
      ['Take profit must be greater than ask price for long positions', { takeProfit: 3 }],
      ['Trailing stop must be more than 0', { trailingStop: 0.01 }],
      ['Minimum order value for EUR/USD is 1000000000 USD', {}, { instrument }],
      ['Limit price is more than 1% above the stop price', { limitPrice: 1.105 }],
      ['Not enough available margin', {}, { account: null }],
    ]
    for (const [message, repair, change] of repairs) {
      expect(validateOrder(wrong, around)?.message).toBe(message)
      wrong = { ...wrong, ...repair }
      around = { ...around, ...change }
    }
    expect(validateOrder(wrong, around)).toBeNull()
  })

  it('reports each wrong quantity and price, and nothing that follows from them', () => {
    const wrong = { ...draft, type: 'STOP_LIMIT', quantity: 1500, stopLoss: 2, trailingStop: 5 } as const
    expect([...orderProblems(wrong, circumstances)]).toEqual([
      { field: 'quantity', message: 'Lot size is 1000' },
      { field: 'limitPrice', message: 'Invalid number' },
      { field: 'stopPrice', message: 'Invalid number' },
    ])
    const levels = [...orderProblems({ ...draft, stopLoss: 2, takeProfit: 1 }, circumstances)]
    expect(levels.map(({ field }) => field)).toEqual(['stopLoss', 'takeProfit'])
  })

  it('names the field to change', () => {
    expect(validateOrder({ ...draft, stopLoss: 1.09 }, circumstances)?.field).toBe('stopLoss')
    expect(validateOrder({ ...draft, type: 'LIMIT' }, circumstances)?.field).toBe('limitPrice')
    expect(validateOrder(draft, { ...circumstances, price: null })?.field).toBeNull()
  })

  it('accepts older prices for coins, and refuses an unknown age', () => {
    const coin = listInstrument(defineInstrument('BTCUSDT:BINANCE'), { status: 'active' })
    const bought = { quantity: 1, stopLoss: 61_000, takeProfit: null, trailingStop: null }
    const at = (age: number) => ({ instrument: coin, price: { bid: 61_837.63, ask: 61_837.64, age }, account: null })
    expect(messageOf(bought, at(10_000))).toBeNull()
    expect(messageOf(bought, at(10_001))).toBe('No fresh price')
    expect(messageOf(bought, at(NaN))).toBe('No fresh price')
    expect(messageOf({}, { price: { bid: NaN, ask: 1, age: 0 } })).toBe('No price')
  })

  it('compares stops of a waiting order with its own price', () => {
    const order = { type: 'LIMIT', limitPrice: 1.05, takeProfit: 1.06 } as const
    expect(messageOf({ ...order, stopLoss: 1.049 })).toBeNull()
    expect(messageOf({ ...order, stopLoss: 1.06 })).toMatch(/^Stop loss must be less/)
  })

  it('ignores prices that the type of the order does not have', () => {
    expect(messageOf({ limitPrice: 99, stopPrice: NaN })).toBeNull()
  })

  it('refuses an order whose margin cannot be computed', () => {
    expect(messageOf({}, { account: { accountCurrency: 'USD', conversion: NaN, available: 1e9 } })).toBe(
      'Not enough available margin',
    )
  })
})
