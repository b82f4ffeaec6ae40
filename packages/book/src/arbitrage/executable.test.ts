import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OrderBook } from '../order-book.ts'
import { type CrossedLevel, crossedLevels } from './crossed-levels.ts'
import { type ArbitrageTerms, executableArbitrage, type LegTerms } from './executable.ts'
import { plainProfit } from './plain-profit.ts'

type Levels = readonly (readonly [price: number, quantity: number])[]

const ASKS: Levels = [
  [61802.6, 0.12],
  [61805, 0.3],
  [61815, 0.8],
]
const BIDS: Levels = [
  [61915.4, 0.05],
  [61910, 0.2],
  [61890, 0.6],
  [61850, 2],
]

const leg = (terms: Partial<LegTerms> = {}): LegTerms => {
  return { fee: 0, step: 0.00001, minQuantity: 0, maxQuantity: Infinity, minNotional: 0, ...terms }
}
const termsOf = (terms: Partial<ArbitrageTerms> = {}): ArbitrageTerms => {
  const funds = { quote: Infinity, base: Infinity }
  return { buy: leg({ fee: 0.0004 }), sell: leg({ fee: 0.0005 }), funds, ...terms }
}

function crossed(asks: Levels, bids: Levels, rate = 1, limit = 50): CrossedLevel[] {
  const book = new OrderBook()
  const levelsOf = (levels: Levels) => levels.map(([price, quantity]) => ({ price, quantity }))
  book.replace(levelsOf(bids), levelsOf(asks))
  return crossedLevels(book.asks, book.bids, rate, limit)
}

describe('a book that asks less than another one bids', () => {
  const levels = crossed(ASKS, BIDS)

  it('has the plain profit of the best prices, which ignores what it costs and how much there is', () => {
    expect(plainProfit(61915.4, 61802.6)).toEqual({ profit: 112.8, percent: 0.18 })
    expect(plainProfit(61802.6, 61915.4)).toEqual({ profit: -112.8, percent: -0.18 })
    expect(Object.is(plainProfit(1, 1.00001).percent, 0)).toBe(true)
  })

  it('is worth what is left of both books after the fees of both accounts, to the cent', () => {
    const found = executableArbitrage(levels, termsOf())
    expect(found).toMatchObject({ quantity: 0.85, limit: 'profit' })
    const rounded = (value = 0) => value.toFixed(2)
    expect([found?.buyAverage, found?.sellAverage, found?.fees, found?.net].map(rounded)).toEqual([
      '61809.72',
      '61896.20',
      '47.32',
      '26.19',
    ])
    expect(found?.percent.toFixed(4)).toBe('0.0498')
  })

  it('is worth nothing where the first units cost more in fees than they gain', () => {
    expect(executableArbitrage(levels, termsOf({ buy: leg({ fee: 0.001 }), sell: leg({ fee: 0.002 }) }))).toBeNull()
  })

  it.each([
    ['money', { quote: 10_000, base: Infinity }, 'quote-funds', 0.16173],
    ['coins', { quote: Infinity, base: 0.1 }, 'base-funds', 0.1],
  ] as const)('is bounded by the %s there is', (_, funds, limit, quantity) => {
    expect(executableArbitrage(levels, termsOf({ funds }))).toMatchObject({ quantity, limit })
  })

  it('is a multiple of the steps of both, and no order below the smallest one of either', () => {
    const steps = { buy: leg({ step: 0.02 }), sell: leg({ step: 0.03 }) }
    expect(executableArbitrage(levels, termsOf(steps))?.quantity).toBe(1.2)
    expect(executableArbitrage(levels, termsOf({ buy: leg({ minQuantity: 2 }) }))).toBeNull()
    expect(executableArbitrage(levels, termsOf({ sell: leg({ minNotional: 80_000 }) }))).toBeNull()
    expect(executableArbitrage(levels, termsOf({ sell: leg({ maxQuantity: 0.5 }) }))).toMatchObject({
      quantity: 0.5,
      limit: 'max-quantity',
    })
  })

  it('pays in one currency: what is sold for another one is converted at a price of its own', () => {
    expect(crossed(ASKS, BIDS, 0.9985)).toEqual([
      [0.05, 61802.6, 61915.4 * 0.9985],
      [expect.closeTo(0.07, 9), 61802.6, 61910 * 0.9985],
      [expect.closeTo(0.13, 9), 61805, 61910 * 0.9985],
    ])
    expect(crossed(ASKS, BIDS, 0.998)).toEqual([])
    expect(crossed(ASKS, BIDS, 1, 2)).toHaveLength(2)
    expect(executableArbitrage(crossed(ASKS, [[61915.4, 0.1]]), termsOf())?.limit).toBe('depth')
  })
})

const side = (base: number): fc.Arbitrary<Levels> =>
  fc
    .array(fc.tuple(fc.integer({ min: -300, max: 300 }), fc.integer({ min: 1, max: 5_000 })), {
      minLength: 1,
      maxLength: 20,
    })
    .map((levels) => levels.map(([step, lots]) => [base + step, lots / 1_000] as const))
const legs = fc.record({
  fee: fc.integer({ min: 0, max: 30 }).map((points) => points / 10_000),
  step: fc.constantFrom(0.001, 0.002, 0.005, 0.03, 0.1, 1),
  minQuantity: fc.constantFrom(0, 0.1, 1),
  maxQuantity: fc.constantFrom(0.5, 4, Infinity),
  minNotional: fc.constantFrom(0, 100, 5_000),
})
const funds = fc.record({
  quote: fc.constantFrom(50, 12_345.67, Infinity),
  base: fc.constantFrom(0, 0.37, 6, Infinity),
})

it('never needs more than there is, breaks no step, and nets what its fills sum up to', () => {
  fc.assert(
    fc.property(side(10_000), side(10_050), legs, legs, funds, (asks, bids, buy, sell, own) => {
      const levels = crossed(asks, bids)
      const found = executableArbitrage(levels, { buy, sell, funds: own })
      if (found === null) return
      expect(found.quantity).toBeLessThanOrEqual(Math.min(own.base, buy.maxQuantity, sell.maxQuantity))
      expect(found.spent).toBeLessThanOrEqual(own.quote * (1 + 1e-9))
      for (const { step, minQuantity } of [buy, sell]) {
        expect(found.quantity).toBeGreaterThanOrEqual(minQuantity)
        const steps = Math.round(found.quantity * 1_000) / Math.round(step * 1_000)
        expect(steps).toBe(Math.round(steps))
      }
      const [paid, got] = filled(asks, bids, found.quantity)
      const [spent, received] = [paid * (1 + buy.fee), got * (1 - sell.fee)]
      expect(found.net).toBeCloseTo(received - spent, 5)
      expect(found.net).toBeGreaterThan(0)
      expect(Math.min(paid - buy.minNotional, got - sell.minNotional)).toBeGreaterThanOrEqual(-1e-6)
    }),
    { numRuns: 2_000 },
  )
})

/** What market orders pay and get, from both books alone. */
function filled(asks: Levels, bids: Levels, quantity: number): [paid: number, got: number] {
  const take = (levels: Levels, sign: 1 | -1): number => {
    const sizes = new Map(levels)
    let [left, value] = [quantity, 0]
    for (const price of [...sizes.keys()].toSorted((a, b) => (a - b) * sign)) {
      const taken = Math.min(left, sizes.get(price) ?? 0)
      value += taken * price
      left -= taken
    }
    expect(left).toBeLessThan(1e-9)
    return value
  }
  return [take(asks, 1), take(bids, -1)]
}
