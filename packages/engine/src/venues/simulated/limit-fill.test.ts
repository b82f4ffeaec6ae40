import { describe, expect, it } from 'vitest'

import { atBars, atTicks, minuteBars, runScript, secondTicks, still, TICKS } from '../../run.fixture.ts'
import type { RunSpec } from '../../run-spec.ts'

const THROUGH = { model: 'through' } as const
const TOUCH = { model: 'touch' } as const
/** 1.1, then ten times to 1.09 and back: touched, never traded through. */
const TOUCHES = [1.1, 1.1, ...Array.from({ length: 10 }, () => [1.09, 1.1]).flat()]

function filled(limitFill: RunSpec['limitFill'], bids: readonly number[], request = 'limitPrice: 1.09', seed = 1) {
  const source = atTicks({ 1: `buy({ quantity: 1000, ${request} })` })
  const { orders } = runScript(source, secondTicks(bids), { ...TICKS, limitFill, seed })
  return orders[0]?.status === 'FILLED' ? orders[0].fillPrice : null
}

describe('limit orders', () => {
  it('fills a limit order only when the market trades through its price, by default', () => {
    expect(filled(THROUGH, TOUCHES)).toBeNull()
    expect(filled(THROUGH, [...TOUCHES, 1.08999])).toBe(1.08999)
    expect(filled(TOUCH, TOUCHES)).toBe(1.09)
  })

  it('applies the same limit rule inside bars: the low at the limit, or a point below', () => {
    const low = (price: number, limitFill: RunSpec['limitFill']) =>
      runScript(
        atBars({ 1: 'buy({ quantity: 1000, limitPrice: 1.09 })' }),
        minuteBars([...still(1.1, 1.1), [1.1, 1.1, price, 1.1], ...still(1.1)]),
        { limitFill },
      ).orders[0]?.fillPrice
    expect([low(1.09, THROUGH), low(1.08999, THROUGH)]).toEqual([null, 1.09])
    expect([low(1.09, TOUCH), low(1.09001, TOUCH)]).toEqual([1.09, null])
  })

  it('fills a limit order at the first price if that already satisfies it', () => {
    expect(filled(THROUGH, [1.1, 1.09, 1.1])).toBe(1.09)
  })

  it('draws the probability of a touch fill once per order, from the seed', () => {
    const model = { model: 'probability', probability: 0.5 } as const
    const seeds = Array.from({ length: 400 }, (_, at) => at + 1)
    const fills = seeds.map((seed) => filled(model, TOUCHES, 'limitPrice: 1.09', seed) !== null)
    expect(seeds.map((seed) => filled(model, TOUCHES, 'limitPrice: 1.09', seed) !== null)).toEqual(fills)
    // One draw, not ten: an order that was passed over stays back in the queue. 200 of 400 expected, with a deviation
    // of 10.
    const count = fills.filter(Boolean).length
    expect(Math.abs(count - 200)).toBeLessThan(40)
    expect(filled({ model: 'probability', probability: 1 }, TOUCHES)).toBe(1.09)
    expect(filled({ model: 'probability', probability: 0 }, TOUCHES)).toBeNull()
    expect(filled({ model: 'probability', probability: 0 }, [...TOUCHES, 1.08])).toBe(1.08)
  })

  it('fills the configured share of many touched orders', () => {
    const source = atTicks({ 1: 'for (let k = 0; k < 2000; k++) buy({ quantity: 1, limitPrice: 1.09 })' })
    const run = (seed: number) =>
      runScript(source, secondTicks(TOUCHES), { ...TICKS, limitFill: { model: 'probability', probability: 0.3 }, seed })
    const ids = (seed: number) => run(seed).positions.map(({ id, openTime }) => [id, openTime])
    const { positions, orders } = run(7)
    // 600 of 2,000 expected, with a deviation of sqrt(2,000 x 0.3 x 0.7) = 20.5; five deviations are 102.
    expect(Math.abs(positions.length - 600)).toBeLessThan(102)
    expect(orders.filter(({ status }) => status === 'FILLED').every(({ fillPrice }) => fillPrice === 1.09)).toBe(true)
    expect(ids(7)).toEqual(ids(7))
    const chosen = (seed: number) => run(seed).orders.map(({ status }) => status)
    expect(chosen(7)).not.toEqual(chosen(8))
  })
})

describe('targets', () => {
  const TARGETS = TOUCHES.map((price) => Math.round((2.2 - price) * 1e5) / 1e5)

  function closed(limitFill: RunSpec['limitFill'], bids: readonly number[], short = false) {
    const request = short ? 'sell({ quantity: 1000, takeProfit: 1.09 })' : 'buy({ quantity: 1000, takeProfit: 1.11 })'
    const { positions } = runScript(atTicks({ 1: request }), secondTicks(bids), { ...TICKS, limitFill })
    return positions[0]?.closePrice ?? null
  }

  it('queues a take profit at its price like a limit order', () => {
    expect(closed(THROUGH, TARGETS)).toBeNull()
    expect(closed(THROUGH, [...TARGETS, 1.11001])).toBe(1.11001)
    expect(closed(TOUCH, TARGETS)).toBe(1.11)
    expect(closed(THROUGH, TOUCHES, true)).toBeNull()
    expect(closed(THROUGH, [...TOUCHES, 1.08999], true)).toBe(1.08999)
    expect(closed(TOUCH, TOUCHES, true)).toBe(1.09)
    expect(closed({ model: 'probability', probability: 0 }, TARGETS)).toBeNull()
    expect(closed({ model: 'probability', probability: 1 }, TARGETS)).toBe(1.11)
  })

  it('reaches a take profit inside a bar only beyond its price', () => {
    const high = (price: number) =>
      runScript(
        atBars({ 1: 'buy({ quantity: 1000, takeProfit: 1.11 })' }),
        minuteBars([...still(1.1, 1.1), [1.1, price, 1.1, 1.1]]),
      ).positions[0]?.closePrice
    expect([high(1.11), high(1.11001)]).toEqual([null, 1.11])
  })
})
