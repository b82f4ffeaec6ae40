import { describe, expect, it } from 'vitest'

import { computeIndicator, indicatorByKey } from './compute-indicator.ts'
import { emptyBar } from './indicator-bar.ts'
import { IndicatorInstance } from './indicator-instance.ts'

/** The price's position in a window without deviation. */
const MIDDLE = { BollingerPercentB: 0.5, ZScore: 0, BollingerBandwidth: 0, StandardDeviation: 0 } as const

/** Prices for which twenty additions of doubles do not give exactly twenty times the price. */
const PRICES = [0.1, 1.1, 1.10543, 149.87, 61_234.57]

function market(moving: number, still: number, price: number) {
  const close = Float64Array.from({ length: moving + still }, (_, row) =>
    row < moving ? Math.round(price * (1 + (row % 5) / 50) * 1e5) / 1e5 : price,
  )
  const time = close.map((_, row) => row * 60_000)
  const nothing = new Float64Array(close.length)
  return { time, open: close, high: close, low: close, close, volume: nothing, spread: nothing }
}

describe.each(Object.entries(MIDDLE))('%s of a flat market', (key, wanted) => {
  it.each(PRICES)('is in the middle at %d, even after moves', (price) => {
    for (const moving of [0, 33]) {
      const { outputs } = computeIndicator({ key, bars: market(moving, 40, price) })
      expect(outputs['value']?.slice(moving + 19)).toEqual(Array.from({ length: 21 }, () => wanted))
    }
  })

  it.each(PRICES)('is in the middle at %d while the bar is forming', (price) => {
    const bar = emptyBar()
    const instance = new IndicatorInstance(indicatorByKey(key), [], bar)
    for (const close of market(33, 40, price).close) {
      bar.close = close
      instance.close()
    }
    expect(instance.forming()).toBe(wanted)
  })
})

describe.each(['SMA', 'EMA'])('%s of a market that never moved', (key) => {
  it.each([...PRICES, 0.79365, 1.27003, 2.33161])('is its price, %d', (price) => {
    const { outputs } = computeIndicator({ key, bars: market(0, 1_000, price) })
    expect(new Set(outputs['value']?.slice(19))).toEqual(new Set([price]))
  })
})
