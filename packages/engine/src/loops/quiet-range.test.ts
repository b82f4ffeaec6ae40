import type { RowIndex } from '@tradeloom/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { TradedMarket } from '../market/traded-market.ts'
import { QuietRange } from './quiet-range.ts'

const anyState = fc.record({
  balance: fc.double({ min: 100, max: 1e7, noNaN: true }),
  leverage: fc.double({ min: 1e-6, max: 20, noNaN: true }),
  openPrice: fc.double({ min: 0.5, max: 2, noNaN: true }),
  rate: fc.double({ min: 0.005, max: 2, noNaN: true }),
  isLong: fc.boolean(),
  rise: fc.double({ min: 0, max: 0.01, noNaN: true }),
  fall: fc.double({ min: 0, max: 0.01, noNaN: true }),
  drawdown: fc.double({ min: 0, max: 0.02, noNaN: true }),
  marginRate: fc.double({ min: 0.001, max: 0.1, noNaN: true }),
})
type State = typeof anyState extends fc.Arbitrary<infer Value> ? Value : never

/** A run with one position at the opening price, and equity extremes at prices around it. */
function situation({ balance, leverage, openPrice, rate, isLong, rise, fall, drawdown, marginRate }: State) {
  const quantity = (balance * leverage) / (openPrice * rate)
  const recorder = {
    high: balance + openPrice * rise * quantity * rate,
    low: balance - openPrice * fall * quantity * rate,
    floor: balance - openPrice * drawdown * quantity * rate,
  }
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
  const kernel = { account: { balance }, recorder }
  const market = { positions, venue, quote } as unknown as TradedMarket
  return { kernel, market, recorder, positions }
}

/** The next double in the direction of the sign. */
function neighbor(value: number, sign: number): number {
  return value + sign * Math.abs(value) * Number.EPSILON
}

describe('the quiet range', () => {
  it('contains no row with an extreme of equity or too little of it for the margin, up to its very borders', () => {
    let known = 0
    fc.assert(
      fc.property(anyState, (state) => {
        const { kernel, market, recorder, positions } = situation(state)
        const range = new QuietRange()
        range.update(kernel, market)
        if (range.bidLow === Infinity) return
        const low = neighbor(state.isLong ? range.bidLow : range.askLow, 1)
        const high = neighbor(state.isLong ? range.bidHigh : range.askHigh, -1)
        if (!(low < high)) return
        known += 1
        const { longQuantity, shortQuantity, cost } = positions
        const quantity = longQuantity + shortQuantity
        for (const price of [low, high]) {
          const equity = state.balance + (longQuantity * price - shortQuantity * price + cost) * state.rate
          expect(equity).toBeLessThanOrEqual(recorder.high)
          expect(equity).toBeGreaterThanOrEqual(recorder.low)
          expect(equity).toBeGreaterThanOrEqual(recorder.floor)
          expect(equity).toBeGreaterThan(quantity * (high + high) * state.marginRate * state.rate * 0.52)
        }
      }),
      { numRuns: 6_000 },
    )
    // Of random states, about a tenth have a range.
    expect(known).toBeGreaterThan(200)
  })

  it('leaves every row to the exact rules while nothing is known of the equity', () => {
    const state = {
      balance: 1e5,
      leverage: 0.1,
      openPrice: 1,
      rate: 1,
      isLong: true,
      rise: -Infinity,
      fall: -Infinity,
      drawdown: 0,
      marginRate: 0.03,
    }
    const { kernel, market } = situation(state)
    const range = new QuietRange()
    range.update(kernel, market)
    expect(range.bidLow).toBeGreaterThanOrEqual(range.bidHigh)
  })

  it('is not widened where it does not follow from equity', () => {
    const state = {
      balance: 1e5,
      leverage: 0.1,
      openPrice: 1,
      rate: 1,
      isLong: true,
      rise: 0.01,
      fall: 0.01,
      drawdown: 0.01,
      marginRate: 0.03,
    }
    const { kernel, market, positions } = situation(state)
    Object.assign(positions, { shortQuantity: 5e3 })
    const range = new QuietRange()
    range.update(kernel, market)
    const rows = { bidLow: [1], bidHigh: [1], askLow: [1], askHigh: [1] }
    expect(range.include({ ...market, rows } as unknown as TradedMarket, 0 as RowIndex, true)).toBe(false)
    expect(range.bidLow).toBe(Infinity)
  })
})
