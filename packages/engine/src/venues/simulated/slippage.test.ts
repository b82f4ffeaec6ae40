import { type RunModels } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { atBars, flatBars, minuteBars, runScript, still } from '../../run.fixture.ts'

/** The slippage in pips of many fills, alternating buys and sells. */
function slipped(slippage: RunModels['slippage'], seed: number, count = 2000) {
  const source = atBars({ 1: `for (let k = 0; k < ${count}; k++) (k % 2 ? sell : buy)({ quantity: 1 })` })
  const { orders } = runScript(source, flatBars(1.1, 3), { slippage, seed })
  return orders.map(({ side, fillPrice }) => (((fillPrice as number) - 1.1) / 1e-4) * (side === 'BUY' ? 1 : -1))
}

const RANDOM: RunModels['slippage'] = { model: 'random', meanPips: 0.5, deviationPips: 0.5 }

describe('slippage', () => {
  it('applies a fixed distance against the trader to opening and closing fills', () => {
    const source = atBars({ 1: 'sell({ quantity: 10000 })', 2: 'closeAll()' })
    const { positions } = runScript(source, minuteBars(still(1.1, 1.1, 1.09, 1.09)), {
      slippage: { model: 'fixed', pips: 0.3 },
    })
    // Sold at 1.09997, bought at 1.09003: 99.4 of 100 pips.
    expect(positions[0]?.pips).toBeCloseTo(99.4, 6)
    expect(positions[0]?.slippageCost).toBeCloseTo(0.6, 6)
  })

  it('never favors the trader with random slippage', () => {
    for (const seed of [1, 2, 3]) expect(Math.min(...slipped(RANDOM, seed))).toBeGreaterThanOrEqual(-1e-9)
  })

  it('draws from a normal distribution cut off at zero', () => {
    // E max(0, X) for mean 0.5 and deviation 0.5 is 0.5 x 0.84134 + 0.5 x 0.24197 = 0.54166, and its deviation
    // is sqrt((0.25 + 0.25) x 0.84134 + 0.25 x 0.24197 - 0.54166^2) = 0.43333.
    for (const seed of [1, 2, 3]) {
      const pips = slipped(RANDOM, seed)
      const mean = pips.reduce((sum, value) => sum + value, 0) / pips.length
      expect(Math.abs(mean - 0.54166)).toBeLessThan((4 * 0.43333) / Math.sqrt(pips.length))
      const variance = pips.reduce((sum, value) => sum + (value - mean) ** 2, 0) / pips.length
      expect(Math.abs(Math.sqrt(variance) - 0.43333)).toBeLessThan(0.04)
    }
  })

  it('repeats random slippage with the same seed only', () => {
    expect(slipped(RANDOM, 5, 50)).toEqual(slipped(RANDOM, 5, 50))
    expect(slipped(RANDOM, 5, 50)).not.toEqual(slipped(RANDOM, 6, 50))
  })

  it('applies slippage to stops, but not to limit orders, stop-limit orders and targets', () => {
    const source = atBars({
      1: `buy({ quantity: 1000, limitPrice: 1.0995, takeProfit: 1.102 })
        buy({ quantity: 1000, stopPrice: 1.1005, limitPrice: 1.101, stopLoss: 1.0993 })
        buy({ quantity: 1000, stopPrice: 1.1005, trailingStop: 0.001 })`,
    })
    const bars = minuteBars([
      ...still(1.1, 1.1),
      [1.1, 1.1, 1.0994, 1.1],
      [1.1, 1.1025, 1.1, 1.1025],
      [1.1025, 1.1025, 1.099, 1.099],
    ])
    const { positions } = runScript(source, bars, { slippage: { model: 'fixed', pips: 1 } })
    const told = positions.map(({ openPrice, closePrice, closeReason }) => [openPrice, closePrice, closeReason])
    expect(told).toEqual([
      [1.0995, 1.102, 'take-profit'],
      [1.1005, expect.closeTo(1.0992, 10), 'stop-loss'],
      // The best price was 1.1025, so the stop was at 1.1015.
      [expect.closeTo(1.1006, 10), expect.closeTo(1.1014, 10), 'trailing-stop'],
    ])
  })
})
