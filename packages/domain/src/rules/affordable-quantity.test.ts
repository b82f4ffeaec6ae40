import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defineInstrument } from '../define-instrument.ts'
import { listInstrument } from '../listed-instrument.ts'
import { defaultModels } from '../settings/settings.ts'
import { affordableQuantity, costOfOrder, usualQuantity } from './affordable-quantity.ts'

const { commission: FREE } = defaultModels()
const listed = (id: string, changes: object, more: object = {}) =>
  listInstrument(defineInstrument(id, changes), { status: 'active', commission: FREE, ...more })
const forex = listed('EURUSD:SIM', { lotSize: 1000, minQuantity: 1000, maxQuantity: 1_000_000 }, { marginRate: 1 / 30 })
const coin = listed(
  'BTCUSDT:SIM',
  { lotSize: 0.00001, minQuantity: 0.00001, maxQuantity: 9000 },
  { marginRate: 1, minNotional: 5 },
)
const buy = { side: 'BUY', price: null } as const
const at = (bid: number, ask: number) => ({ quote: { bid, ask }, accountCurrency: 'USD', conversion: 1 })
const euro = { instrument: forex, ...at(1.0841, 1.0842) }
const bitcoin = { instrument: coin, ...at(65_270, 65_271) }

describe('the largest quantity that money pays for', () => {
  it('is a whole number of steps, and takes margin, fee and spread into account', () => {
    // 1,000 EUR need 1,084.20 / 30 of margin, and 0.10 of spread.
    expect(affordableQuantity(36.14, buy, euro)).toBe(0)
    expect(affordableQuantity(36.25, buy, euro)).toBe(1000)
    expect(affordableQuantity(10_000, buy, bitcoin)).toBe(0.1532)
    const commission = { ...FREE, takerPercent: 1 }
    // With 1 % on top, 1 BTC costs 65,271 + 652.71 + 1.
    expect(affordableQuantity(65_924.71, buy, { ...bitcoin, instrument: { ...coin, commission } })).toBe(1)
    expect(affordableQuantity(65_924.7, buy, { ...bitcoin, instrument: { ...coin, commission } })).toBe(0.99999)
  })

  it('stays within the limits of the market', () => {
    expect(affordableQuantity(1e9, buy, euro)).toBe(1_000_000)
    // 4.99 USDT are less than the smallest order.
    expect(affordableQuantity(4.99, buy, bitcoin)).toBe(0)
    expect(affordableQuantity(-1, buy, euro)).toBe(0)
    expect(affordableQuantity(100, buy, { ...euro, conversion: NaN })).toBeNaN()
  })

  it('costs no more than the money, and one step more would', () => {
    const commissions = fc.record({
      perLot: fc.constantFrom(0, 7),
      percent: fc.constantFrom(0, 0.1),
      minimum: fc.constantFrom(0, 2.5),
      makerPercent: fc.constant(0),
      takerPercent: fc.constantFrom(0, 0.04),
    })
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 1e6, noNaN: true }),
        commissions,
        fc.constantFrom(euro, bitcoin),
        fc.constantFrom('BUY' as const, 'SELL' as const),
        (money, commission, market, side) => {
          const instrument = { ...market.instrument, commission }
          const context = { ...market, instrument }
          const order = { side, price: null }
          const quantity = affordableQuantity(money, order, context)
          if (quantity > 0) expect(costOfOrder(quantity, order, context)).toBeLessThanOrEqual(money)
          const next = quantity + instrument.lotSize
          const isLess = next < Math.max(instrument.minQuantity, 5 / market.quote.bid)
          if (next <= instrument.maxQuantity && !isLess)
            expect(costOfOrder(next, order, context)).toBeGreaterThan(money * (1 - 1e-12))
        },
      ),
    )
  })
})

describe('the usual quantity', () => {
  it('is what 2 % of the equity pays for', () => {
    const account = { equity: 10_000, available: 10_000 }
    expect(usualQuantity(account, buy, euro)).toBe(5000)
    expect(usualQuantity(account, buy, bitcoin)).toBe(0.00306)
    expect(usualQuantity({ equity: 10_000, available: 100 }, buy, bitcoin)).toBe(0.00153)
  })

  it('is the smallest order that the venue takes where that is more', () => {
    const account = { equity: 100, available: 100 }
    expect(usualQuantity(account, buy, euro)).toBe(1000)
    expect(usualQuantity(account, buy, bitcoin)).toBe(0.00008)
  })

  it('follows another share of the equity, or the value of an order', () => {
    const account = { equity: 10_000, available: 10_000 }
    expect(usualQuantity(account, buy, euro, { rule: 'percent', percent: 4 })).toBe(11_000)
    expect(usualQuantity(account, buy, euro, { rule: 'value', value: 12_000 })).toBe(11_000)
    expect(usualQuantity(account, buy, bitcoin, { rule: 'value', value: 1_000 })).toBe(0.01532)
    expect(usualQuantity(account, buy, bitcoin, { rule: 'value', value: 1 })).toBe(0.00008)
    // More than the account can pay for.
    const most = affordableQuantity(10_000, buy, bitcoin)
    expect(usualQuantity(account, buy, bitcoin, { rule: 'value', value: 1e9 })).toBe(most)
  })
})
