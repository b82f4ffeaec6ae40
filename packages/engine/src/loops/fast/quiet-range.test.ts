import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { TradedMarket } from '../../traded-market.ts'
import { QuietRange } from './quiet-range.ts'

const anyState = fc.record({
  balance: fc.double({ min: 100, max: 1e7, noNaN: true }),
  leverage: fc.double({ min: 1e-6, max: 20, noNaN: true }),
  openPrice: fc.double({ min: 0.5, max: 2, noNaN: true }),
  rate: fc.double({ min: 0.005, max: 2, noNaN: true }),
  isLong: fc.boolean(),
  marginRate: fc.double({ min: 0.001, max: 0.1, noNaN: true }),
})
type State = typeof anyState extends fc.Arbitrary<infer Value> ? Value : never

/** A run with one position at the opening price. */
function situation({ balance, leverage, openPrice, rate, isLong, marginRate }: State) {
  const quantity = (balance * leverage) / (openPrice * rate)
  const positions = {
    openCount: 1,
    longQuantity: isLong ? quantity : 0,
    shortQuantity: isLong ? 0 : quantity,
    cost: isLong ? -quantity * openPrice : quantity * openPrice,
    conversion: { own: 0, others: rate },
    margin: { highestRate: marginRate },
  }
  const venue = { levels: Float64Array.of(-Infinity, Infinity, -Infinity, Infinity), urgentFrom: Infinity }
  const quote = { bid: openPrice, ask: openPrice }
  const kernel = { account: { balance } }
  const market = { positions, venue, quote } as unknown as TradedMarket
  return { kernel, market, positions }
}

/** The next double in the direction of the sign. */
function neighbor(value: number, sign: number): number {
  return value + sign * Math.abs(value) * Number.EPSILON
}

describe('the quiet range', () => {
  it('contains no price with too little equity for the margin, up to its very borders', () => {
    let known = 0
    fc.assert(
      fc.property(anyState, (state) => {
        const { kernel, market, positions } = situation(state)
        const range = new QuietRange()
        range.update(kernel, market)
        if (range.bidLow === Infinity) return
        const low = neighbor(Math.max(0, state.isLong ? range.bidLow : range.askLow), 1)
        const high = neighbor(state.isLong ? range.bidHigh : range.askHigh, -1)
        if (!(low < high)) return
        known += 1
        const { longQuantity, shortQuantity, cost } = positions
        const quantity = longQuantity + shortQuantity
        for (const price of [low, high]) {
          const equity = state.balance + (longQuantity * price - shortQuantity * price + cost) * state.rate
          expect(equity).toBeGreaterThan(quantity * (high + high) * state.marginRate * state.rate * 0.52)
        }
      }),
      { numRuns: 6_000 },
    )
    expect(known).toBeGreaterThan(2_000)
  })

  it('leaves every row to the exact rules while positions are open on both sides', () => {
    const state = { balance: 1e5, leverage: 0.1, openPrice: 1, rate: 1, isLong: true, marginRate: 0.03 }
    const { kernel, market, positions } = situation(state)
    const range = new QuietRange()
    range.update(kernel, market)
    expect(range.bidLow).toBeLessThan(range.bidHigh)
    Object.assign(positions, { shortQuantity: 5e3 })
    range.update(kernel, market)
    expect(range.bidLow).toBe(Infinity)
  })
})
