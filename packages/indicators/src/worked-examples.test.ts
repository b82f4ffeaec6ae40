import { describe, expect, it } from 'vitest'

import { computeIndicator } from './compute-indicator.ts'
import { randomBars } from './test-bars.fixture.ts'

type Bar = readonly [open: number, high: number, low: number, close: number]

function barsOf(rows: readonly Bar[], time = (row: number) => row * 60_000) {
  const column = (at: number) => Float64Array.from(rows, (row) => row[at] as number)
  const nothing = new Float64Array(rows.length)
  return {
    time: Float64Array.from(rows, (_, row) => time(row)),
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
    volume: nothing,
    spread: nothing,
  }
}

/** Ten bars with bodies of 1 and ranges of 3 around 10, alternately rising and falling. */
const USUAL: readonly Bar[] = Array.from({ length: 10 }, (_, row): Bar =>
  row % 2 ? [10.5, 11.5, 8.5, 9.5] : [9.5, 11.5, 8.5, 10.5],
)

function pattern(key: string, ...bars: readonly Bar[]): number | null | undefined {
  return computeIndicator({ key, bars: barsOf([...USUAL, ...bars]) }).outputs['value']?.at(-1)
}

describe('candlestick patterns that no published file covers', () => {
  const rising: Bar = [10, 12.2, 9.9, 12]
  const falling: Bar = [12, 12.1, 9.8, 10]

  it('a shooting star stands above the body before with a long upper wick alone', () => {
    expect(pattern('ShootingStar', rising, [12.2, 14, 12.1, 12.4])).toBe(-100)
    expect(pattern('ShootingStar', rising, [11.8, 14, 11.7, 12.4])).toBe(0)
    expect(pattern('ShootingStar', rising, [12.2, 12.8, 12.1, 12.4])).toBe(0)
  })

  it('a harami lies inside a long opposite body', () => {
    expect(pattern('Harami', falling, [10.5, 11.5, 10.4, 11])).toBe(100)
    expect(pattern('Harami', rising, [11, 11.5, 10.4, 10.5])).toBe(-100)
    expect(pattern('Harami', falling, [11, 11.5, 10.4, 10.5])).toBe(0)
    expect(pattern('Harami', falling, [9.9, 11.5, 9.8, 11])).toBe(0)
  })

  it('a piercing line opens below the low and closes in the upper half', () => {
    expect(pattern('PiercingLine', falling, [9.7, 11.5, 9.6, 11.2])).toBe(100)
    expect(pattern('PiercingLine', falling, [9.7, 11.5, 9.6, 10.9])).toBe(0)
    expect(pattern('PiercingLine', falling, [9.9, 11.5, 9.6, 11.2])).toBe(0)
    expect(pattern('PiercingLine', falling, [9.7, 12.5, 9.6, 12.2])).toBe(0)
  })

  it('a dark cloud opens above the high and closes in the lower half', () => {
    expect(pattern('DarkCloudCover', rising, [12.3, 12.4, 10.5, 10.8])).toBe(-100)
    expect(pattern('DarkCloudCover', rising, [12.3, 12.4, 10.5, 11.2])).toBe(0)
    expect(pattern('DarkCloudCover', rising, [12.1, 12.4, 10.5, 10.8])).toBe(0)
    expect(pattern('DarkCloudCover', rising, [12.3, 12.4, 9.5, 9.8])).toBe(0)
  })

  it('inside and outside bars compare ranges', () => {
    expect(pattern('InsideBar', rising, [10, 12.2, 9.9, 11])).toBe(100)
    expect(pattern('InsideBar', rising, [10, 12.3, 9.9, 11])).toBe(0)
    expect(pattern('OutsideBar', rising, [10, 12.3, 9.8, 11])).toBe(100)
    expect(pattern('OutsideBar', rising, [11, 12.3, 9.8, 10])).toBe(-100)
    expect(pattern('OutsideBar', rising, [10, 12.2, 9.8, 11])).toBe(0)
  })

  it('tweezers have nearly the same low or high', () => {
    expect(pattern('Tweezers', falling, [10, 11, 9.9, 10.8])).toBe(100)
    expect(pattern('Tweezers', rising, [12, 12.3, 11, 11.2])).toBe(-100)
    expect(pattern('Tweezers', falling, [10, 11, 9.4, 10.8])).toBe(0)
  })
})

describe('levels of the day before', () => {
  // One day with high 14, low 8 and close 12; the next one opens at 13.
  const day: readonly Bar[] = [
    [10, 11, 8, 9],
    [9, 14, 9, 12],
    [13, 13.5, 12.5, 13],
  ]
  const bars = barsOf(day, (row) => row * 12 * 3_600_000)
  const last = (key: string) =>
    Object.fromEntries(
      Object.entries(computeIndicator({ key, bars }).outputs).map(([name, values]) => [name, values[2]]),
    )

  it('PivotPoints', () => {
    const pivot = 34 / 3
    const wanted = {
      pivot,
      r1: 2 * pivot - 8,
      r2: pivot + 6,
      r3: 14 + 2 * (pivot - 8),
      s1: 2 * pivot - 14,
      s2: pivot - 6,
      s3: 8 - 2 * (14 - pivot),
    }
    expect(Object.keys(last('PivotPoints'))).toEqual(Object.keys(wanted))
    for (const [name, value] of Object.entries(wanted)) expect(last('PivotPoints')[name]).toBeCloseTo(value, 12)
  })

  it('FibonacciPivots', () => {
    const pivot = 34 / 3
    const wanted = {
      pivot,
      r1: pivot + 2.292,
      r2: pivot + 3.708,
      r3: pivot + 6,
      s1: pivot - 2.292,
      s2: pivot - 3.708,
      s3: pivot - 6,
    }
    for (const [name, value] of Object.entries(wanted)) expect(last('FibonacciPivots')[name]).toBeCloseTo(value, 12)
  })

  it('CamarillaPivots', () => {
    const wanted = { pivot: 34 / 3, r1: 12.55, r2: 13.1, r3: 13.65, r4: 15.3, s1: 11.45, s2: 10.9, s3: 10.35, s4: 8.7 }
    for (const [name, value] of Object.entries(wanted)) expect(last('CamarillaPivots')[name]).toBeCloseTo(value, 12)
  })

  it('WoodiePivots', () => {
    const wanted = { pivot: 12, r1: 16, r2: 18, s1: 10, s2: 6 }
    for (const [name, value] of Object.entries(wanted)) expect(last('WoodiePivots')[name]).toBeCloseTo(value, 12)
  })

  it('have none after a first day that does not begin at midnight', () => {
    const late = barsOf(day, (row) => 3_600_000 + row * 12 * 3_600_000)
    expect(computeIndicator({ key: 'PivotPoints', bars: late }).outputs['pivot']).toEqual([null, null, null])
  })
})

describe('averages that no published vector covers', () => {
  const closes = (values: readonly number[]) => barsOf(values.map((value): Bar => [value, value, value, value]))
  const valueOf = (key: string, args: readonly number[], values: readonly number[]) =>
    computeIndicator({ key, args, bars: closes(values) }).outputs['value'] ?? []

  it('McGinley starts from the simple average and divides by the fourth power', () => {
    const [, , first, second] = valueOf('McGinley', [3], [10, 11, 12, 13])
    expect(first).toBe(11)
    expect(second).toBeCloseTo(11 + 2 / (3 * (13 / 11) ** 4), 12)
  })

  it('FRAMA follows at once in a straight line and hardly at all where price goes to and fro', () => {
    const line = Array.from({ length: 40 }, (_, row) => 100 + row)
    expect(valueOf('FRAMA', [16], line).at(-1)).toBeGreaterThan(137)
    const saw = Array.from({ length: 60 }, (_, row) => 100 + (row % 2))
    const values = valueOf('FRAMA', [16], saw)
    expect(Math.abs((values.at(-1) ?? 0) - (values.at(-2) ?? 0))).toBeLessThan(0.02)
  })

  it('SuperSmoother keeps a level and takes out the quickest oscillation', () => {
    expect(
      valueOf(
        'SuperSmoother',
        [10],
        Array.from({ length: 50 }, () => 7),
      ).at(-1),
    ).toBeCloseTo(7, 12)
    const saw = valueOf(
      'SuperSmoother',
      [10],
      Array.from({ length: 400 }, (_, row) => 100 + (row % 2 ? 1 : -1)),
    )
    expect(saw.at(-1)).toBeCloseTo(100, 9)
  })
})

describe('trend measures that no published vector covers', () => {
  const bars = randomBars(300, 33)

  it('RandomWalkIndex takes the largest ratio over all lengths', () => {
    const { outputs } = computeIndicator({ key: 'RandomWalkIndex', args: [6], bars })
    const row = 200
    const range = (at: number) =>
      Math.max(bars.high[at] as number, bars.close[at - 1] as number) -
      Math.min(bars.low[at] as number, bars.close[at - 1] as number)
    const ratios = [2, 3, 4, 5, 6].map((length) => {
      let sum = 0
      for (let k = 0; k < length; k++) sum += range(row - k)
      const usual = (sum / length) * Math.sqrt(length)
      return {
        high: ((bars.high[row] as number) - (bars.low[row - length] as number)) / usual,
        low: ((bars.high[row - length] as number) - (bars.low[row] as number)) / usual,
      }
    })
    expect(outputs['high']?.[row]).toBeCloseTo(Math.max(0, ...ratios.map(({ high }) => high)), 9)
    expect(outputs['low']?.[row]).toBeCloseTo(Math.max(0, ...ratios.map(({ low }) => low)), 9)
  })

  it('SchaffTrendCycle stays between 0 and 100 and reaches both ends', () => {
    const values = (computeIndicator({ key: 'SchaffTrendCycle', bars }).outputs['value'] ?? []).filter(
      (value) => value !== null,
    )
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...values)).toBeLessThanOrEqual(100)
    expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(90)
  })

  it('LinearRegression has slope and end of a line, and fits it wholly', () => {
    const line = barsOf(
      Array.from({ length: 30 }, (_, row): Bar => [5 + row * 2, 5 + row * 2, 5 + row * 2, 5 + row * 2]),
    )
    const { outputs } = computeIndicator({ key: 'LinearRegression', bars: line })
    expect(outputs['value']?.at(-1)).toBeCloseTo(63, 9)
    expect(outputs['slope']?.at(-1)).toBeCloseTo(2, 9)
    expect(outputs['fit']?.at(-1)).toBeCloseTo(1, 9)
  })
})
