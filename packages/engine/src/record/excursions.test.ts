import type { MarketColumns } from '@tradeloom/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  atBars,
  type Candle,
  minuteBars,
  MONDAY,
  MINUTE,
  runScript,
  secondTicks,
  still,
  TICKS,
} from '../run.fixture.ts'
import type { PositionRecord } from '../run-result.ts'

describe('the best and the worst price of a position', () => {
  it('records MAE and MFE in money and pips, after spread and slippage, before other costs', () => {
    const source = atBars({ 1: 'buy({ quantity: 10000 })', 3: 'closeAll()' })
    const bars = minuteBars(
      [...still(1.1), [1.1, 1.103, 1.098, 1.101], [1.101, 1.105, 1.1, 1.102], [1.1, 1.2, 1, 1.1]],
      0.0002,
    )
    const { positions } = runScript(source, bars, {
      slippage: { model: 'fixed', pips: 1 },
      commission: { perLot: 100, percent: 0, minimum: 0, makerPercent: 0, takerPercent: 0 },
    })
    // Bought at 1.1002 + 0.0001; bids are between 1.098 and 1.105 until it is closed at the open of bar 4, 1.1.
    expect(positions[0]?.maePips).toBeCloseTo(-23, 6)
    expect(positions[0]?.mfePips).toBeCloseTo(47, 6)
    expect(positions[0]?.mae).toBeCloseTo(-23, 6)
    expect(positions[0]?.mfe).toBeCloseTo(47, 6)
  })

  it('starts MAE with the spread paid at the opening', () => {
    const { positions } = runScript(
      atBars({ 1: 'sell({ quantity: 10000 })' }),
      minuteBars(still(1.1, 1.1, 1.1), 0.0002),
    )
    expect(positions[0]).toMatchObject({ mae: -2, mfe: -2 })
  })

  it('ignores prices of a bar before the opening and after the closing', () => {
    // High first: 1.1 to 1.105, then bought at 1.099 on the way down to 1.09, stopped out at 1.095 before the low.
    const source = atBars({ 1: 'buy({ quantity: 10000, limitPrice: 1.099, stopLoss: 1.095 })' })
    const { positions } = runScript(source, minuteBars([...still(1.1, 1.1), [1.1, 1.105, 1.09, 1.1]]), { path: 'ohlc' })
    expect(positions[0]).toMatchObject({ mae: -40, mfe: 0 })
  })
})

/** Steps in points from one price to the next; four per bar. */
const walk = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 16, maxLength: 240 })
const plan = fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 5, max: 80 }), fc.integer({ min: 5, max: 80 })), {
  minLength: 2,
  maxLength: 12,
})

/** Trades market orders with stops and targets in pips that the walk can reach. */
const sourceOf = (actions: unknown) => `
  const plan = ${JSON.stringify(actions)}
  let turn = 0
  function onIntervalClose() {
    const [action, near, far] = plan[turn++ % plan.length]
    if (action === 0) buy({ quantity: 1000, stopLossPips: near / 10, takeProfitPips: far / 10 })
    if (action === 1) sell({ quantity: 1000, stopLossPips: near / 10, takeProfitPips: far / 10 })
    if (action === 2) closeAll()
  }`

/** Every price of the walk in path order, with the time reported by the engine. */
type Price = readonly [time: number, bid: number, ask: number]

/** Extremes in pips by scanning each price from the opening to the closing. */
function naive(position: PositionRecord, prices: readonly Price[]): readonly [number, number] {
  const { direction, openTime, closeTime, openPrice, closePrice } = position
  const sign = direction === 'LONG' ? 1 : -1
  const side = ([, bid, ask]: Price) => (sign === 1 ? bid : ask)
  const last = closeTime ?? Infinity
  const marks = prices
    .filter(([time]) => time >= openTime && time < last)
    .map((price) => sign * (side(price) - openPrice))
  if (closePrice === null) marks.push(sign * (side(prices.at(-1) as Price) - openPrice))
  else marks.push(sign * (closePrice - openPrice))
  return [Math.min(...marks) / 1e-4, Math.max(...marks) / 1e-4]
}

function expectNaive(source: string, columns: MarketColumns, prices: readonly Price[], changes = {}) {
  const { positions } = runScript(source, columns, { initialBalance: 1e6, ...changes })
  for (const position of positions) {
    const [worst, best] = naive(position, prices)
    expect(position.maePips).toBeCloseTo(worst, 5)
    expect(position.mfePips).toBeCloseTo(best, 5)
    // One pip of 1,000 units is 0.10 USD.
    expect(position.mae).toBeCloseTo(worst / 10, 6)
    expect(position.mfe).toBeCloseTo(best / 10, 6)
  }
}

describe('any position', () => {
  it('matches a plain scan of every tick', () => {
    fc.assert(
      fc.property(walk, plan, fc.nat(6), (steps, actions, spread) => {
        let at = 110_000
        const bids = steps.map((step) => (at += step) / 1e5)
        const ticks = secondTicks(bids, spread / 1e5)
        const prices = bids.map((_, row): Price => [
          ticks.time[row] as number,
          ticks.bid[row] as number,
          ticks.ask[row] as number,
        ])
        const source = `${sourceOf(actions)}\nevery('S5', onIntervalClose)`
        expectNaive(source, ticks, prices, { resolution: 0, interval: TICKS.interval })
      }),
      { numRuns: 100, endOnFailure: true },
    )
  })

  it('matches a plain scan of the path of every bar', () => {
    fc.assert(
      fc.property(walk, plan, fc.nat(6), fc.boolean(), (steps, actions, spread, isHighFirst) => {
        let at = 110_000
        const candles: Candle[] = []
        for (let row = 0; row + 3 < steps.length; row += 4) {
          const open = (at += steps[row] as number)
          const close = (at += steps[row + 1] as number)
          const high = Math.max(open, close) + Math.abs(steps[row + 2] as number)
          const low = Math.min(open, close) - Math.abs(steps[row + 3] as number)
          candles.push([open / 1e5, high / 1e5, low / 1e5, close / 1e5])
        }
        const bars = minuteBars(candles, spread / 1e5)
        const prices = candles.flatMap(([open, high, low, close], row): Price[] => {
          const path = isHighFirst ? [open, high, low, close] : [open, low, high, close]
          return path.map((bid, leg) => [
            MONDAY + row * MINUTE + ([0, MINUTE / 3, (2 * MINUTE) / 3, MINUTE - 1][leg] as number),
            bid,
            Math.round((bid + spread / 1e5) * 1e6) / 1e6,
          ])
        })
        expectNaive(sourceOf(actions), bars, prices, { path: isHighFirst ? 'ohlc' : 'olhc' })
      }),
      { numRuns: 150, endOnFailure: true },
    )
  })
})
