import { describe, expect, it } from 'vitest'

import { computeIndicator } from './compute-indicator.ts'
import type { IndicatorKey } from './catalog.generated.js'
import { randomBars } from './test-bars.fixture.ts'

// Formulas over whole arrays, written independently of the scripts, for indicators without published vectors.

type Values = (number | null)[]

const bars = randomBars(500, 21)
const [open, high, low, close, volume] = [bars.open, bars.high, bars.low, bars.close, bars.volume].map((column) => [
  ...column,
]) as [number[], number[], number[], number[], number[]]
const rows = close.map((_, row) => row)
const median = rows.map((row) => ((high[row] as number) + (low[row] as number)) / 2)
const typical = rows.map((row) => ((high[row] as number) + (low[row] as number) + (close[row] as number)) / 3)
const ranges: Values = rows.map((row) =>
  row === 0
    ? null
    : Math.max(high[row] as number, close[row - 1] as number) - Math.min(low[row] as number, close[row - 1] as number),
)

/** The last `length` values at each row; null if one of them is missing. */
function windows<T>(values: Values, length: number, use: (window: number[], row: number) => T): (T | null)[] {
  return values.map((_, row) => {
    const window = row < length - 1 ? [] : values.slice(row - length + 1, row + 1)
    return window.length === length && window.every((value) => value !== null) ? use(window as number[], row) : null
  })
}

const mean = (window: number[]) => window.reduce((sum, value) => sum + value, 0) / window.length
const deviation = (window: number[]) => Math.sqrt(mean(window.map((value) => (value - mean(window)) ** 2)))
const sma = (values: Values, length: number) => windows(values, length, mean)
const top = (values: Values, length: number) => windows(values, length, (window) => Math.max(...window))
const bottom = (values: Values, length: number) => windows(values, length, (window) => Math.min(...window))

/** Seeded with the simple average of the first `length` values; each later value has the weight `weight`. */
function smoothed(values: Values, length: number, weight: number): Values {
  const begin = values.findIndex((value) => value !== null)
  let last: number | null = null
  return values.map((value, row) => {
    if (value === null || row < begin + length - 1) return null
    last = last === null ? mean(values.slice(begin, begin + length) as number[]) : last + weight * (value - last)
    return last
  })
}

const ema = (values: Values, length: number) => smoothed(values, length, 2 / (length + 1))
const wilder = (values: Values, length: number) => smoothed(values, length, 1 / length)

function combine(use: (...values: number[]) => number, ...columns: Values[]): Values {
  return rows.map((row) => {
    const values = columns.map((column) => column[row] ?? null)
    return values.includes(null) ? null : use(...(values as number[]))
  })
}

const change = (values: Values) =>
  values.map((value, row) =>
    value === null || row === 0 || values[row - 1] === null ? null : value - (values[row - 1] as number),
  )
const shift = (values: Values, bars: number) => values.map((_, row) => values[row - bars] ?? null)

/** Outputs are null until all of them have a value. */
function together(outputs: Record<string, Values>): Record<string, Values> {
  const columns = Object.values(outputs)
  return Object.fromEntries(
    Object.entries(outputs).map(([name, values]) => [
      name,
      values.map((value, row) => (columns.every((column) => column[row] !== null) ? value : null)),
    ]),
  )
}

function strength(changes: Values, period: number): Values {
  const ups = wilder(
    changes.map((value) => (value === null ? null : Math.max(value, 0))),
    period,
  )
  const downs = wilder(
    changes.map((value) => (value === null ? null : Math.max(-value, 0))),
    period,
  )
  return combine((up, down) => (100 * up) / (up + down), ups, downs)
}

const flow = rows.map((row) => {
  const [h, l, c, v] = [high[row], low[row], close[row], volume[row]] as [number, number, number, number]
  return h === l ? 0 : (v * (c - l - (h - c))) / (h - l)
})

function rate(length: number): Values {
  return combine((now, before) => 100 * (now / before - 1), close, shift(close, length))
}

/** Three times an average plus `factor` times its distance from its own average, expanded. */
function tillson(period: number, factor: number): Values {
  const averages: Values[] = [ema(close, period)]
  for (let at = 1; at < 6; at++) averages.push(ema(averages[at - 1] as Values, period))
  const more = 1 + factor
  return combine(
    (c, d, e, f) => more ** 3 * c - 3 * more ** 2 * factor * d + 3 * more * factor ** 2 * e - factor ** 3 * f,
    ...averages.slice(2),
  )
}

function supertrend(period: number, multiplier: number): Record<string, Values> {
  const atr = wilder(ranges, period)
  let [upper, lower, direction] = [NaN, NaN, 1]
  const values = rows.map((row) => {
    const range = atr[row] ?? null
    if (range === null) return null
    const [basicUp, basicLow] = [
      (median[row] as number) + multiplier * range,
      (median[row] as number) - multiplier * range,
    ]
    const before = close[row - 1] as number
    upper = basicUp < upper || before > upper || Number.isNaN(upper) ? basicUp : upper
    lower = basicLow > lower || before < lower || Number.isNaN(lower) ? basicLow : lower
    if (direction === 1 && (close[row] as number) < lower) direction = -1
    else if (direction === -1 && (close[row] as number) > upper) direction = 1
    return { value: direction === 1 ? lower : upper, direction }
  })
  return {
    value: values.map((each) => each?.value ?? null),
    direction: values.map((each) => each?.direction ?? null),
  }
}

function dayLevels(use: (high: number, low: number, close: number) => number): Values {
  const day = (row: number) => Math.floor((bars.time[row] as number) / 86_400_000)
  return rows.map((row) => {
    const before = rows.filter((other) => day(other) === day(row) - 1)
    if (before.length === 0) return null
    const [highs, lows] = [before.map((other) => high[other] as number), before.map((other) => low[other] as number)]
    return use(Math.max(...highs), Math.min(...lows), close[before.at(-1) as number] as number)
  })
}

const vwap = rows.map((row) => {
  const day = (other: number) => Math.floor((bars.time[other] as number) / 86_400_000)
  const today = rows.filter((other) => other <= row && day(other) === day(row))
  const sum = (values: number[]) => today.reduce((total, other) => total + (values[other] as number), 0)
  return sum(rows.map((other) => (typical[other] as number) * (volume[other] as number))) / sum(volume)
})

const heikin = (() => {
  const closes = rows.map((row) => mean([open, high, low, close].map((column) => column[row] as number)))
  const opens: number[] = []
  for (const row of rows) {
    opens.push(
      row === 0
        ? mean([open[0] as number, close[0] as number])
        : mean([opens[row - 1] as number, closes[row - 1] as number]),
    )
  }
  return {
    open: opens,
    high: rows.map((row) => Math.max(high[row] as number, opens[row] as number, closes[row] as number)),
    low: rows.map((row) => Math.min(low[row] as number, opens[row] as number, closes[row] as number)),
    close: closes,
  }
})()

/** The last value for which the condition was true at a row at least `width` bars earlier. */
function lastFractal(values: number[], width: number, beats: (a: number, b: number) => boolean): Values {
  let last: number | null = null
  return rows.map((row) => {
    const middle = row - width
    const around = rows.filter((other) => Math.abs(other - middle) <= width && other !== middle && other <= row)
    if (
      around.length === 2 * width &&
      around.every((other) => beats(values[middle] as number, values[other] as number))
    ) {
      last = values[middle] as number
    }
    return last
  })
}

const correlate = (x: number[], y: number[]) => {
  const [meanX, meanY] = [mean(x), mean(y)]
  return mean(x.map((value, at) => (value - meanX) * ((y[at] as number) - meanY))) / (deviation(x) * deviation(y))
}

const middleOf = (length: number) => combine((a, b) => (a + b) / 2, top(high, length), bottom(low, length))
const atr10 = wilder(ranges, 10)
const drawdowns = windows(close, 14, (window) => 100 * (1 - (window.at(-1) as number) / Math.max(...window)))
const moves = change(close)
const twice = (values: Values, a: number, b: number) => ema(ema(values, a), b)
const tsi = combine(
  (up, size) => (100 * up) / size,
  twice(moves, 25, 13),
  twice(
    moves.map((value) => (value === null ? null : Math.abs(value))),
    25,
    13,
  ),
)
const ratios = (first: Values, second: Values) => combine((a, b) => a / b, first, second)
const fastSlow = combine((a, b) => a - b, sma(median, 5), sma(median, 34))
const ppo = combine((a, b) => 100 * (a / b - 1), ema(close, 12), ema(close, 26))
const kst = combine(
  (a, b, c, d) => a + 2 * b + 3 * c + 4 * d,
  sma(rate(10), 10),
  sma(rate(15), 10),
  sma(rate(20), 10),
  sma(rate(30), 15),
)
const streaks = (() => {
  let streak = 0
  return moves.map((value) => {
    if (value === null) return 0
    const side = Math.sign(value)
    streak = side === 0 ? 0 : side * streak > 0 ? streak + side : side
    return streak
  })
})()
const percentChanges = rate(1)
const rank = percentChanges.map((value, row) =>
  row < 101
    ? null
    : percentChanges.slice(row - 100, row).filter((other) => (other as number) < (value as number)).length,
)
const wma = (values: Values, length: number) =>
  windows(
    values,
    length,
    (window) => window.reduce((sum, value, at) => sum + value * (at + 1), 0) / ((length * (length + 1)) / 2),
  )
const vortexUp = rows.map((row) => (row === 0 ? null : Math.abs((high[row] as number) - (low[row - 1] as number))))
const vortexDown = rows.map((row) => (row === 0 ? null : Math.abs((low[row] as number) - (high[row - 1] as number))))
const rise = (values: number[], side: number) =>
  rows.map((row) => (row === 0 ? null : Math.max(0, side * ((values[row] as number) - (values[row - 1] as number)))))
const weighted4 = (values: Values) => windows(values, 4, ([a = 0, b = 0, c = 0, d = 0]) => (a + 2 * b + 2 * c + d) / 6)
const vigor = ratios(
  sma(weighted4(combine((c, o) => c - o, close, open)), 10),
  sma(weighted4(combine((h, l) => h - l, high, low)), 10),
)

const FORMULAS: Partial<Record<IndicatorKey, Record<string, Values>>> = {
  HeikinAshi: heikin,
  T3: { value: tillson(5, 0.7) },
  MovingMedian: { value: windows(close, 21, (window) => window.toSorted((a, b) => a - b)[10] as number) },
  Alligator: together({
    jaw: shift(wilder(median, 13), 8),
    teeth: shift(wilder(median, 8), 5),
    lips: shift(wilder(median, 5), 3),
  }),
  Donchian: { upper: top(high, 20), middle: middleOf(20), lower: bottom(low, 20) },
  Keltner: together({
    upper: combine((middle, range) => middle + 2 * range, ema(close, 20), atr10),
    middle: ema(close, 20),
    lower: combine((middle, range) => middle - 2 * range, ema(close, 20), atr10),
  }),
  StarcBands: together({
    upper: combine((middle, range) => middle + 2 * range, sma(close, 6), wilder(ranges, 15)),
    middle: combine((middle) => middle, sma(close, 6), wilder(ranges, 15)),
    lower: combine((middle, range) => middle - 2 * range, sma(close, 6), wilder(ranges, 15)),
  }),
  Envelope: {
    upper: combine((middle) => middle * 1.025, sma(close, 20)),
    middle: sma(close, 20),
    lower: combine((middle) => middle * 0.975, sma(close, 20)),
  },
  BollingerPercentB: {
    value: windows(close, 20, (window) => {
      const lower = mean(window) - 2 * deviation(window)
      return ((window.at(-1) as number) - lower) / (4 * deviation(window))
    }),
  },
  BollingerBandwidth: { value: windows(close, 20, (window) => (400 * deviation(window)) / mean(window)) },
  LinearRegressionChannel: (() => {
    const x = Array.from({ length: 100 }, (_, at) => at)
    const fits = windows(close, 100, (window) => {
      const slope = (correlate(x, window) * deviation(window)) / deviation(x)
      const end = mean(window) + slope * 49.5
      return { end, distance: 2 * deviation(window) * Math.sqrt(1 - correlate(x, window) ** 2) }
    })
    return {
      upper: fits.map((fit) => (fit ? fit.end + fit.distance : null)),
      middle: fits.map((fit) => fit?.end ?? null),
      lower: fits.map((fit) => (fit ? fit.end - fit.distance : null)),
    }
  })(),
  Supertrend: supertrend(10, 3),
  Ichimoku: together({
    conversion: middleOf(9),
    base: middleOf(26),
    spanA: shift(
      combine((a, b) => (a + b) / 2, middleOf(9), middleOf(26)),
      26,
    ),
    spanB: shift(middleOf(52), 26),
  }),
  Vortex: { plus: ratios(sma(vortexUp, 14), sma(ranges, 14)), minus: ratios(sma(vortexDown, 14), sma(ranges, 14)) },
  Choppiness: {
    value: combine(
      (range, highest, lowest) => (100 * Math.log10((14 * range) / (highest - lowest))) / Math.log10(14),
      sma(ranges, 14),
      top(high, 14),
      bottom(low, 14),
    ),
  },
  TSI: together({ tsi, signal: ema(tsi, 7) }),
  AcceleratorOscillator: { value: combine((value, line) => value - line, fastSlow, sma(fastSlow, 5)) },
  PPO: together({ ppo, signal: ema(ppo, 9), histogram: combine((a, b) => a - b, ppo, ema(ppo, 9)) }),
  KST: together({ kst, signal: sma(kst, 9) }),
  CoppockCurve: {
    value: wma(
      combine((a, b) => a + b, rate(11), rate(14)),
      10,
    ),
  },
  ConnorsRSI: {
    value: combine(
      (a, b, c) => (a + b + c) / 3,
      strength(moves, 3),
      strength(
        change(streaks).map((value, row) => (row < 2 ? null : value)),
        2,
      ),
      rank,
    ),
  },
  RelativeVigorIndex: together({ rvi: vigor, signal: weighted4(vigor) }),
  ElderRay: {
    bull: combine((h, average) => h - average, high, ema(close, 13)),
    bear: combine((l, average) => l - average, low, ema(close, 13)),
  },
  StochasticMomentumIndex: (() => {
    const smi = combine(
      (distance, range) => (200 * distance) / range,
      twice(
        combine((c, middle) => c - middle, close, middleOf(13)),
        25,
        2,
      ),
      twice(
        combine((a, b) => a - b, top(high, 13), bottom(low, 13)),
        25,
        2,
      ),
    )
    return together({ smi, signal: ema(smi, 12) })
  })(),
  DeMarker: { value: combine((up, down) => up / (up + down), sma(rise(high, 1), 14), sma(rise(low, -1), 14)) },
  PrettyGoodOscillator: {
    value: combine((c, average, range) => (c - average) / range, close, sma(close, 14), ema(ranges, 14)),
  },
  AverageRange: {
    value: sma(
      combine((h, l) => h - l, high, low),
      14,
    ),
  },
  UlcerIndex: {
    value: combine(
      Math.sqrt,
      sma(
        drawdowns.map((value) => (value === null ? null : value ** 2)),
        14,
      ),
    ),
  },
  RelativeVolatilityIndex: (() => {
    const side = (sign: number) =>
      wilder(
        windows(close, 10, (window, row) => (sign * (moves[row] as number) > 0 ? deviation(window) : 0)),
        14,
      )
    return { value: combine((up, down) => (100 * up) / (up + down), side(1), side(-1)) }
  })(),
  ParkinsonVolatility: {
    value: combine(
      (value) => Math.sqrt(value / (4 * Math.log(2))),
      sma(
        combine((h, l) => Math.log(h / l) ** 2, high, low),
        20,
      ),
    ),
  },
  GarmanKlassVolatility: {
    value: combine(
      Math.sqrt,
      sma(
        combine(
          (h, l, c, o) => Math.log(h / l) ** 2 / 2 - (2 * Math.log(2) - 1) * Math.log(c / o) ** 2,
          high,
          low,
          close,
          open,
        ),
        20,
      ),
    ),
  },
  VWAP: { value: vwap },
  PVT: {
    value: rows.map((row) =>
      row === 0
        ? null
        : rows
            .slice(1, row + 1)
            .reduce(
              (sum, at) => sum + (volume[at] as number) * ((close[at] as number) / (close[at - 1] as number) - 1),
              0,
            ),
    ),
  },
  CMF: { value: ratios(sma(flow, 20), sma(volume, 20)) },
  EaseOfMovement: {
    value: sma(
      combine((move, h, l, v) => (move * (h - l) * 10_000) / v, change(median), high, low, volume),
      14,
    ),
  },
  ForceIndex: {
    value: ema(
      combine((move, v) => move * v, moves, volume),
      13,
    ),
  },
  VolumeAverage: { value: sma(volume, 20) },
  Correlation: { value: windows(close, 20, (window, row) => correlate(window, volume.slice(row - 19, row + 1))) },
  CorrelationTrend: {
    value: windows(close, 20, (window) =>
      correlate(
        window,
        window.map((_, at) => at),
      ),
    ),
  },
  ZScore: { value: windows(close, 20, (window) => ((window.at(-1) as number) - mean(window)) / deviation(window)) },
  Skewness: {
    value: windows(close, 30, (window) =>
      mean(window.map((value) => ((value - mean(window)) / deviation(window)) ** 3)),
    ),
  },
  Kurtosis: {
    value: windows(
      close,
      30,
      (window) => mean(window.map((value) => ((value - mean(window)) / deviation(window)) ** 4)) - 3,
    ),
  },
  PercentRank: {
    value: windows(close, 101, (window) => window.filter((value) => value < (window.at(-1) as number)).length),
  },
  Autocorrelation: {
    value: windows(moves, 50, (window) => {
      const differences = window.map((value) => value - mean(window))
      const both = differences.slice(1).reduce((sum, value, at) => sum + value * (differences[at] as number), 0)
      return both / differences.reduce((sum, value) => sum + value * value, 0)
    }),
  },
  PivotPoints: {
    pivot: dayLevels((h, l, c) => (h + l + c) / 3),
    r1: dayLevels((h, l, c) => (2 * (h + l + c)) / 3 - l),
    r2: dayLevels((h, l, c) => (h + l + c) / 3 + h - l),
    r3: dayLevels((h, l, c) => h + 2 * ((h + l + c) / 3 - l)),
    s1: dayLevels((h, l, c) => (2 * (h + l + c)) / 3 - h),
    s2: dayLevels((h, l, c) => (h + l + c) / 3 - h + l),
    s3: dayLevels((h, l, c) => l - 2 * (h - (h + l + c) / 3)),
  },
  Fractals: together({ up: lastFractal(high, 2, (a, b) => a > b), down: lastFractal(low, 2, (a, b) => a < b) }),
}

describe.each(Object.entries(FORMULAS))('%s', (key, wanted) => {
  it('equals its plain formula', () => {
    const { outputs } = computeIndicator({ key, bars })
    expect(Object.keys(outputs)).toEqual(Object.keys(wanted))
    for (const [name, values] of Object.entries(wanted)) {
      const wrong = rows.filter((row) => {
        const [value, other] = [outputs[name]?.[row] ?? null, values[row] ?? null]
        if (value === null || other === null) return value !== other
        return !(Math.abs(value - other) <= 1e-9 * Math.max(Math.abs(other), 1e-3))
      })
      expect(wrong.slice(0, 5).map((row) => [name, row, outputs[name]?.[row], values[row]])).toEqual([])
    }
  })
})

describe('HeikinAshi', () => {
  it('has a first bar that opens in its own middle', () => {
    expect(computeIndicator({ key: 'HeikinAshi', bars }).outputs['open']?.[0]).toBe(
      ((open[0] as number) + (close[0] as number)) / 2,
    )
  })
})

describe('Hurst', () => {
  const series = (closes: number[]) => {
    const column = Float64Array.from(closes)
    const nothing = new Float64Array(closes.length)
    const all = {
      time: nothing,
      open: column,
      high: column,
      low: column,
      close: column,
      volume: nothing,
      spread: nothing,
    }
    return computeIndicator({ key: 'Hurst', args: [512], bars: all }).outputs['value']?.at(-1) ?? NaN
  }
  const noise = randomBars(2000, 4)
  const steps = Array.from({ length: 1200 }, (_, row) => ((noise.volume[row] as number) - 550) / 1e5)

  it('is about one half for a random walk, higher if changes persist and lower if they revert', () => {
    let [walk, persistent, turning, drift] = [100, 100, 100, 0]
    const [walks, persistents, turnings]: number[][] = [[], [], []]
    for (const step of steps) {
      walk += step
      drift = 0.98 * drift + step
      persistent += drift
      turning = 100 + step
      walks?.push(walk)
      persistents?.push(persistent)
      turnings?.push(turning)
    }
    const usual = series(walks ?? [])
    expect(usual).toBeGreaterThan(0.4)
    expect(usual).toBeLessThan(0.7)
    expect(series(persistents ?? [])).toBeGreaterThan(0.75)
    expect(series(turnings ?? [])).toBeLessThan(0.35)
  })
})

describe('ZigZag', () => {
  it('turns after a move of the given percentage, and its end follows the price', () => {
    const prices = [100, 101, 103, 102.5, 101, 100, 102, 102.5, 102.5]
    const column = Float64Array.from(prices)
    const nothing = new Float64Array(prices.length)
    const all = {
      time: nothing,
      open: column,
      high: column,
      low: column,
      close: column,
      volume: nothing,
      spread: nothing,
    }
    const { outputs } = computeIndicator({ key: 'ZigZag', args: [1.5], bars: all })
    expect(outputs['value']).toEqual([null, null, 103, 103, 101, 100, 102, 102.5, 102.5])
    expect(outputs['from']).toEqual([null, null, 100, 100, 103, 103, 100, 100, 100])
    expect(outputs['direction']).toEqual([null, null, 1, 1, -1, -1, 1, 1, 1])
  })
})
