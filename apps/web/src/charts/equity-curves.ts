import type { LineData, UTCTimestamp } from 'lightweight-charts'

/** Equity of a run. Times are milliseconds in ascending order, UTC or since the start; `drawdown` is a fraction of the peak. */
export interface EquityCurve {
  readonly id: string
  readonly label: string
  /** A CSS color or `var(--name)`. */
  readonly color: string
  /** What percents are of; the first equity by default. */
  readonly initial?: number
  readonly time: readonly number[]
  readonly equity: readonly number[]
  readonly balance?: readonly number[]
  readonly drawdown?: readonly number[]
}

/** What the money would have become elsewhere, for comparison. */
export interface BenchmarkCurve {
  readonly id: string
  readonly label: string
  readonly color: string
  readonly time: readonly number[]
  readonly value: readonly number[]
}

export type EquityScale = 'money' | 'percent'

/** What times are: UTC, or what has passed since the start of each curve. */
export type EquityTime = 'calendar' | 'elapsed'

/** One line of the chart. */
export interface EquityLine {
  readonly id: string
  readonly label: string
  readonly color: string
  readonly kind: 'equity' | 'balance' | 'drawdown' | 'benchmark'
  readonly unit: EquityScale
  readonly points: readonly LineData<UTCTimestamp>[]
}

/** The chart gives each point the same width: where nothing happens, there are this many of them in the whole time. */
const STEPS = 1_000

/**
 * The chart's times are whole, distinct seconds: of several points within a second the last one is kept. Long gaps are filled
 * with the value before them, so that they are flat, and as wide as they are long.
 */
function pointsOf(
  step: number,
  time: readonly number[],
  values: readonly number[],
  convert: (value: number) => number,
): LineData<UTCTimestamp>[] {
  const points: LineData<UTCTimestamp>[] = []
  for (const [i, ms] of time.entries()) {
    const second = Math.floor(ms / 1000) as UTCTimestamp
    const before = points.at(-1)
    if (before !== undefined) fill(points, before, second, step)
    if (points.at(-1)?.time === second) points.pop()
    points.push({ time: second, value: convert(values[i] ?? 0) })
  }
  return points
}

/** Seconds between the points that fill a gap: the same for all curves, however short one of them is. */
function stepOf(curves: readonly EquityCurve[]): number {
  const first = Math.min(...curves.flatMap(({ time }) => time[0] ?? []))
  const last = Math.max(...curves.flatMap(({ time }) => time.at(-1) ?? []))
  return last > first ? Math.max(2, (last - first) / 1000 / STEPS) : Infinity
}

/** Repeats a point every `step` seconds up to the next one. */
function fill(
  points: LineData<UTCTimestamp>[],
  { time, value }: LineData<UTCTimestamp>,
  next: number,
  step: number,
): void {
  const missing = Math.ceil((next - time) / step - 1.5)
  for (let at = 1; at <= missing; at++) points.push({ time: Math.floor(time + at * step) as UTCTimestamp, value })
}

/** Percent of change from the first value; money is left as it is. */
function converter(scale: EquityScale, first: number | undefined): (value: number) => number {
  if (scale === 'money' || first === undefined || first === 0) return (value) => value
  return (value) => ((value - first) / first) * 100
}

/** Every line of the curves and benchmarks, on one scale. Drawdowns are in percent, 0 or negative. */
export function equityLines(
  curves: readonly EquityCurve[],
  benchmarks: readonly BenchmarkCurve[],
  scale: EquityScale,
): EquityLine[] {
  const isSingle = curves.length === 1
  const step = stepOf(curves)
  return [
    ...curves.flatMap(({ id, label, color, initial, time, equity, balance, drawdown }): EquityLine[] => {
      const convert = converter(scale, initial ?? equity[0])
      const base = { color, unit: scale }
      return [
        { ...base, id, label, kind: 'equity', points: pointsOf(step, time, equity, convert) },
        ...(balance === undefined
          ? []
          : [
              {
                ...base,
                id: `${id} balance`,
                label: isSingle ? 'Balance' : `${label} balance`,
                color: 'var(--warn)',
                kind: 'balance' as const,
                points: pointsOf(step, time, balance, convert),
              },
            ]),
        ...(drawdown === undefined
          ? []
          : [
              {
                id: `${id} drawdown`,
                label: isSingle ? 'Drawdown' : `${label} drawdown`,
                color: isSingle ? 'var(--sell)' : color,
                kind: 'drawdown' as const,
                unit: 'percent' as const,
                points: pointsOf(step, time, drawdown, (value) => -value * 100),
              },
            ]),
      ]
    }),
    ...benchmarks.map(({ id, label, color, time, value }): EquityLine => {
      return {
        id,
        label,
        color,
        kind: 'benchmark',
        unit: scale,
        points: pointsOf(step, time, value, converter(scale, value[0])),
      }
    }),
  ]
}

/** The last point at or before a time; null before the first one. */
export function pointAt({ points }: Pick<EquityLine, 'points'>, time: number): number | null {
  let [low, high] = [-1, points.length]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((points[middle]?.time ?? Infinity) <= time) low = middle
    else high = middle
  }
  return points[low]?.value ?? null
}
