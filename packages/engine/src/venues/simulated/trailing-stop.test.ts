import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { atBars, atTicks, minuteBars, runScript, secondTicks, still, TICKS } from '../../run.fixture.ts'

const closing = ({ positions }: ReturnType<typeof runScript>) =>
  positions.map(({ closeReason, closePrice }) => [closeReason, closePrice])

describe('trailing stops', () => {
  it('triggers a trailing stop at its exact level, in pips and in price', () => {
    for (const distance of ['trailingStopPips: 30', 'trailingStop: 0.003', 'trailingStop: pips(30)']) {
      // Best price 1.105: the level is 1.102.
      const source = atTicks({ 1: `buy({ quantity: 1000, ${distance} })` })
      const near = runScript(source, secondTicks([1.1, 1.1, 1.105, 1.10201, 1.104]), TICKS)
      expect(closing(near)).toEqual([[null, null]])
      const met = runScript(source, secondTicks([1.1, 1.1, 1.105, 1.102, 1.104]), TICKS)
      expect(closing(met)).toEqual([['trailing-stop', 1.102]])
      // Short from 1.1, best price 1.095: the level is 1.098.
      const short = source.replace('buy', 'sell')
      expect(closing(runScript(short, secondTicks([1.1, 1.1, 1.095, 1.09799]), TICKS))).toEqual([[null, null]])
      const up = runScript(short, secondTicks([1.1, 1.1, 1.095, 1.098]), TICKS)
      expect(closing(up)).toEqual([['trailing-stop', 1.098]])
    }
  })

  it('starts a trailing stop behind the opening price', () => {
    // Bought at the ask of 1.1002: the level is 1.0992, although the bid was never above 1.1.
    const source = atTicks({ 1: 'buy({ quantity: 1000, trailingStopPips: 10 })' })
    expect(closing(runScript(source, secondTicks([1.1, 1.1, 1.0993, 1.0992], 0.0002), TICKS))).toEqual([
      ['trailing-stop', 1.0992],
    ])
  })

  it('fills a trailing stop at the gap price', () => {
    const source = atBars({
      1: 'buy({ quantity: 1000, trailingStopPips: 10 }); sell({ quantity: 1000, trailingStopPips: 10 })',
    })
    expect(closing(runScript(source, minuteBars(still(1.1, 1.1, 1.08, 1.12))))).toEqual([
      ['trailing-stop', 1.08],
      ['trailing-stop', 1.12],
    ])
  })

  it('moves a trailing stop along the path of a bar', () => {
    // Up to 1.104 first, then down: a stop 20 pips behind 1.104 is at 1.102.
    const source = atBars({ 1: 'buy({ quantity: 1000, trailingStopPips: 20 })' })
    const rising = runScript(source, minuteBars([...still(1.1, 1.1), [1.1, 1.104, 1.095, 1.1]]), { path: 'ohlc' })
    expect(closing(rising)).toEqual([['trailing-stop', 1.102]])
    // Down first: the stop is still at 1.098.
    const falling = runScript(source, minuteBars([...still(1.1, 1.1), [1.1, 1.104, 1.095, 1.1]]), { path: 'olhc' })
    expect(closing(falling)).toEqual([['trailing-stop', 1.098]])
  })

  it('keeps the level of a trailing stop that is narrowed', () => {
    // Best price 1.12; 200 pips behind it is 1.1. At 1.11 the distance becomes 150 pips: 1.095 would be a step back.
    const change = (distance: string) =>
      atTicks({
        1: 'buy({ quantity: 1000, trailingStop: 0.02 })',
        4: `modify(positions.all()[0], { trailingStop: ${distance} })`,
      })
    const bids = (...more: number[]) => secondTicks([1.1, 1.1, 1.12, 1.11, ...more])
    const narrower = change('0.015')
    expect(closing(runScript(narrower, bids(1.10001, 1.11), TICKS))).toEqual([[null, null]])
    expect(closing(runScript(narrower, bids(1.1), TICKS))).toEqual([['trailing-stop', 1.1]])
    // It continues from 1.115, where 150 pips behind is 1.1.
    expect(closing(runScript(narrower, bids(1.114, 1.10001, 1.1), TICKS))).toEqual([['trailing-stop', 1.1]])
    expect(closing(runScript(narrower, bids(1.116, 1.102, 1.101), TICKS))).toEqual([['trailing-stop', 1.101]])
    // If narrow enough, the current price decides: 1.11 - 0.005.
    expect(closing(runScript(change('0.005'), bids(1.1051, 1.105), TICKS))).toEqual([['trailing-stop', 1.105]])
    // A wider one is applied as requested: 1.11 - 0.025.
    expect(closing(runScript(change('0.025'), bids(1.0851, 1.085), TICKS))).toEqual([['trailing-stop', 1.085]])
    expect(closing(runScript(change('null'), bids(1.05), TICKS))).toEqual([[null, null]])
    // The same for a short position: best price 1.08, level 1.1; narrowed at 1.09, it stays at 1.1.
    const short = narrower.replace('buy(', 'sell(')
    expect(closing(runScript(short, secondTicks([1.1, 1.1, 1.08, 1.09, 1.09999, 1.1]), TICKS))).toEqual([
      ['trailing-stop', 1.1],
    ])
  })

  it('immediately triggers a trailing stop within the spread', () => {
    // Bought at 1.1005; the stop 3 pips behind is 1.1002, and the bid is 1.1.
    const source = atTicks({ 1: 'buy({ quantity: 1000, trailingStopPips: 3 })' })
    const { positions } = runScript(source, secondTicks([1.1, 1.1, 1.2], 0.0005), TICKS)
    expect(positions[0]).toMatchObject({ closeReason: 'trailing-stop', closePrice: 1.1, profit: -0.5 })
    expect(positions[0]?.closeTime).toBe(positions[0]?.openTime)
  })

  it('matches a plain scan of every tick for many trailing stops at once', () => {
    const walk = fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 5, maxLength: 80 })
    const plans = fc.array(fc.tuple(fc.boolean(), fc.nat(8), fc.integer({ min: 1, max: 60 }), fc.boolean()), {
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(walk, plans, fc.nat(9), (steps, plan, spread) => {
        let at = 110_000
        const bids = [at, ...steps.map((step) => (at += step))]
        const entries = plan.map(([long, tick, points, inPips]) => ({ long, tick: tick + 1, points, inPips }))
        const actions: Record<number, string> = {}
        for (const { long, tick, points, inPips } of entries.toSorted((a, b) => a.tick - b.tick)) {
          const distance = inPips ? `trailingStopPips: ${points / 10}` : `trailingStop: ${points / 1e5}`
          const order = `${long ? 'buy' : 'sell'}({ quantity: 1000, ${distance} });`
          actions[tick] = (actions[tick] ?? '') + order
        }
        const ticks = secondTicks(
          bids.map((bid) => bid / 1e5),
          spread / 1e5,
        )
        const result = runScript(atTicks(actions), ticks, { ...TICKS, initialBalance: 1e6 })
        const expected = entries
          .toSorted((a, b) => a.tick - b.tick)
          .filter(({ tick }) => tick < bids.length)
          .map(({ long, tick, points }) => {
            // In whole points, so that ties are exact.
            const price = (row: number) => (bids[row] as number) + (long ? 0 : spread)
            let best = (bids[tick] as number) + (long ? spread : 0)
            // A distance within the spread triggers at the opening.
            for (let row = tick; row < bids.length; row++) {
              const now = price(row)
              if (long ? now <= best - points : now >= best + points) return now / 1e5
              best = long ? Math.max(best, now) : Math.min(best, now)
            }
            return null
          })
        expect(result.positions.map(({ closePrice }) => closePrice)).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })
})
