import { describe, expect, it } from 'vitest'

import { createRandom, type OhlcColumns } from '@tradeloom/domain'

import { computeIndicator } from './compute-indicator.ts'

function walk(rows: number, seed = 3): OhlcColumns {
  const random = createRandom(seed)
  const column = () => new Float64Array(rows)
  const bars = {
    time: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
    spread: column(),
  }
  let points = 130_000
  for (let row = 0; row < rows; row++) {
    const open = points
    points += Math.round((random() - 0.5) * 40)
    bars.time[row] = row * 60_000
    bars.open[row] = open / 1e5
    bars.close[row] = points / 1e5
    bars.high[row] = (Math.max(open, points) + Math.round(random() * 9)) / 1e5
    bars.low[row] = (Math.min(open, points) - Math.round(random() * 9)) / 1e5
  }
  return bars
}

function closesOnly(closes: readonly number[]): OhlcColumns {
  const close = Float64Array.from(closes)
  const nothing = new Float64Array(close.length)
  const time = close.map((_, row) => row * 60_000)
  return { time, open: close, high: close, low: close, close, volume: nothing, spread: nothing }
}

/**
 * Plain formulas over whole arrays, written independently of the scripts, from the definitions of the TA-Lib functions.
 */
function plainSma(values: readonly number[], period: number, at: number): number {
  let sum = 0
  for (let k = at - period + 1; k <= at; k++) sum += values[k] as number
  return sum / period
}

function plainEma(values: readonly number[], period: number, from: number): (number | null)[] {
  const result: (number | null)[] = values.map(() => null)
  let average = plainSma(values, period, from)
  result[from] = average
  for (let at = from + 1; at < values.length; at++) {
    average += (2 / (period + 1)) * ((values[at] as number) - average)
    result[at] = average
  }
  return result
}

function expectClose(actual: readonly (number | null)[] | undefined, wanted: readonly (number | null)[]): void {
  expect(actual?.map((value) => value === null)).toEqual(wanted.map((value) => value === null))
  wanted.forEach((value, at) => {
    if (value !== null)
      expect(Math.abs((actual?.[at] ?? NaN) - value)).toBeLessThan(1e-9 * Math.max(1, Math.abs(value)))
  })
}

describe('computeIndicator', () => {
  const bars = walk(400)
  const close = [...bars.close]
  const high = [...bars.high]
  const low = [...bars.low]

  it('SMA is the simple average of the window and has no value before it is full', () => {
    const { outputs } = computeIndicator({ key: 'SMA', args: [20], bars })
    expectClose(
      outputs['value'],
      close.map((_, at) => (at < 19 ? null : plainSma(close, 20, at))),
    )
  })

  it('EMA starts from the simple average of its first closes', () => {
    const { outputs } = computeIndicator({ key: 'EMA', args: [10], bars })
    expectClose(outputs['value'], plainEma(close, 10, 9))
  })

  it('MACD starts both averages on the bar that fills the slow window', () => {
    const { outputs } = computeIndicator({ key: 'MACD', bars })
    const fast = plainEma(close, 12, 25)
    const slow = plainEma(close, 26, 25)
    const line = close.map((_, at) => (at < 25 ? 0 : (fast[at] as number) - (slow[at] as number)))
    const signal = plainEma(line.slice(25), 9, 8)
    expectClose(
      outputs['macd'],
      line.map((value, at) => (at < 33 ? null : value)),
    )
    expectClose(
      outputs['signal'],
      close.map((_, at) => (at < 33 ? null : (signal[at - 25] as number))),
    )
    expectClose(
      outputs['histogram'],
      close.map((_, at) => (at < 33 ? null : (line[at] as number) - (signal[at - 25] as number))),
    )
  })

  it('RSI follows the worked example of its smoothing', () => {
    // Closes rise by 1, 2, 3 and fall by 3: average gain 2, no loss, then (2 * 2 + 0) / 3 against (0 * 2 + 3) / 3.
    const { outputs } = computeIndicator({ key: 'RSI', args: [3], bars: closesOnly([10, 11, 13, 16, 13]) })
    expectClose(outputs['value'], [null, null, null, 100, (100 * (4 / 3)) / (4 / 3 + 1)])
  })

  it('ATR starts as the simple average of the first true ranges, and the first bar has none', () => {
    const { outputs } = computeIndicator({ key: 'ATR', args: [5], bars })
    const ranges = close.map((_, at) =>
      at === 0
        ? 0
        : Math.max(high[at] as number, close[at - 1] as number) - Math.min(low[at] as number, close[at - 1] as number),
    )
    const wanted: (number | null)[] = close.map(() => null)
    let average = plainSma(ranges, 5, 5)
    wanted[5] = average
    for (let at = 6; at < close.length; at++) {
      average = (average * 4 + (ranges[at] as number)) / 5
      wanted[at] = average
    }
    expectClose(outputs['value'], wanted)
  })

  it('Bollinger bands and StandardDeviation divide by the period', () => {
    const { outputs } = computeIndicator({ key: 'BollingerBands', args: [20, 2], bars })
    const single = computeIndicator({ key: 'StandardDeviation', args: [20], bars }).outputs['value']
    const wanted = close.map((_, at) => {
      if (at < 19) return null
      const mean = plainSma(close, 20, at)
      let squares = 0
      for (let k = at - 19; k <= at; k++) squares += ((close[k] as number) - mean) ** 2
      return Math.sqrt(squares / 20)
    })
    expectClose(single, wanted)
    expectClose(
      outputs['upper'],
      wanted.map((value, at) => (value === null ? null : plainSma(close, 20, at) + 2 * value)),
    )
  })

  it('Stochastic smooths the position in the range twice', () => {
    const { outputs } = computeIndicator({ key: 'Stochastic', bars })
    const raw = close.map((value, at) => {
      const lowest = Math.min(...low.slice(Math.max(0, at - 13), at + 1))
      const highest = Math.max(...high.slice(Math.max(0, at - 13), at + 1))
      return (100 * (value - lowest)) / (highest - lowest)
    })
    const k = raw.map((_, at) => (at < 15 ? 0 : plainSma(raw, 3, at)))
    expectClose(
      outputs['k'],
      k.map((value, at) => (at < 17 ? null : value)),
    )
    expectClose(
      outputs['d'],
      k.map((_, at) => (at < 17 ? null : plainSma(k, 3, at))),
    )
  })

  it('Highest and Lowest use the highs and lows of the window', () => {
    const top = computeIndicator({ key: 'Highest', args: [7], bars }).outputs['value']
    const bottom = computeIndicator({ key: 'Lowest', args: [7], bars }).outputs['value']
    expect(top).toEqual(high.map((_, at) => (at < 6 ? null : Math.max(...high.slice(at - 6, at + 1)))))
    expect(bottom).toEqual(low.map((_, at) => (at < 6 ? null : Math.min(...low.slice(at - 6, at + 1)))))
  })

  it('an SMA does not drift: after a million bars it equals the freshly computed one', () => {
    const long = walk(1_000_000, 11)
    const noisy = long.close.map((value, row) => value * (1 + (row % 7) * 1e-7))
    const value = computeIndicator({ key: 'SMA', args: [200], bars: { ...long, close: noisy } }).outputs['value']?.at(
      -1,
    )
    const fresh = plainSma(Array.from(noisy.subarray(-200)), 200, 199)
    expect(Math.abs((value ?? NaN) / fresh - 1)).toBeLessThan(1e-12)
  })

  it('averages that are equal as decimal numbers are equal, whatever their periods', () => {
    const prices = Array.from({ length: 300 }, (_, at) => (157_000 + (at % 3 === 0 ? 3 : at % 3 === 1 ? 7 : 11)) / 1e5)
    const short = computeIndicator({ key: 'SMA', args: [3], bars: closesOnly(prices) }).outputs['value']
    const long = computeIndicator({ key: 'SMA', args: [33], bars: closesOnly(prices) }).outputs['value']
    expect(short?.slice(33)).toEqual(long?.slice(33))
  })

  it('refuses unknown keys and invalid periods', () => {
    expect(() => computeIndicator({ key: 'sma', bars })).toThrow("There is no indicator 'sma'")
    expect(() => computeIndicator({ key: 'SMA', args: [0], bars })).toThrow('period must be a whole number')
    expect(() => computeIndicator({ key: 'SMA', args: [2.5], bars })).toThrow('period must be a whole number')
    expect(() => computeIndicator({ key: 'SMA', args: [1, 2], bars })).toThrow('at most 1 arguments')
    expect(() => computeIndicator({ key: 'BollingerBands', args: [20, -1], bars })).toThrow('deviations must be')
  })
})
