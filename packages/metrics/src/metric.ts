import type { Draws } from './bootstrap.ts'

/** A number with what one must know to trust it. `value` null means undefined, for `reason`. */
export interface MetricValue {
  readonly value: number | null
  /** Why there is no value: `no-trades`, `too-few`, `zero-deviation`, `no-loss`, `no-win`, `no-drawdown`, `ruined`. */
  readonly reason: string | null
  /** Returns or positions that the value stands on. */
  readonly n: number
  /** 95 % interval. */
  readonly interval: readonly [number, number] | null
  /** False: defined, but not to be printed. */
  readonly shown: boolean
}

/** A closed position as metrics see it. Money in account currency, after all costs. */
export interface ClosedPosition {
  readonly openTime: number
  readonly closeTime: number
  readonly profit: number
  readonly pips: number
  readonly commission: number
}

/** What a run tells. Times are UTC milliseconds, money is in account currency. */
export interface MetricInput {
  readonly start: number
  readonly end: number
  readonly initialBalance: number
  readonly balance: number
  readonly equity: number
  /** Largest fall from a peak in money, and as a fraction of the peak, from equity on every tick. */
  readonly maxDrawdown: number
  readonly maxDrawdownFraction: number
  /** Equity was at or below zero at some time. */
  readonly ruined: boolean
  /** Whether the market trades on weekends: it decides which days count. */
  readonly calendar: 'forex' | 'always'
  /** Equity at the ends of those days that had prices; `time` is the midnight that ends the day. */
  readonly days: { readonly time: readonly number[]; readonly equity: readonly number[] }
  /** Closed positions by time of closing. */
  readonly closed: readonly ClosedPosition[]
  readonly openPositions: readonly { readonly openTime: number }[]
}

/** The input with everything that several metrics need. */
export interface Sample extends MetricInput {
  /** Returns of all days of the grid as fractions, idle days as 0. */
  readonly daily: readonly number[]
  readonly daysPerYear: number
  /** Returns of whole calendar months. */
  readonly monthly: readonly number[]
  /** Profits of the closed positions, by time of closing. */
  readonly profits: readonly number[]
  /** Days drawn again in blocks of 20, so that streaks stay together, and profits one by one; made when asked for. */
  readonly dailyDraws: () => Draws | null
  readonly profitDraws: () => Draws | null
  /** Length of the run in days. */
  readonly length: number
}

/** One metric: everything about it in one place. */
export interface Metric {
  readonly key: string
  readonly title: string
  /** `%` values are per cent numbers: 1.5 is 1.5 %. */
  readonly unit: 'money' | '%' | 'ratio' | 'pips' | 'days' | 'hours' | 'probability' | 'periods' | 'number'
  readonly better: 'higher' | 'lower' | 'neither'
  readonly description: string
  readonly compute: (sample: Sample) => MetricValue
}

/** Risk-free rate and minimum acceptable return, a year; fixed by the specification. */
export const RISK_FREE_RATE = 0.02
export const MINIMUM_ACCEPTABLE_RETURN = 0.05
export const MONTHS_PER_YEAR = 12

export function some(
  value: number,
  n: number,
  { interval = null, shown = true }: { interval?: readonly [number, number] | null; shown?: boolean } = {},
): MetricValue {
  return Number.isFinite(value) ? { value, reason: null, n, interval, shown } : none('too-few', n)
}

export function none(reason: string, n: number): MetricValue {
  return { value: null, reason, n, interval: null, shown: false }
}

export function hasTraded({ closed, openPositions }: MetricInput): boolean {
  return closed.length > 0 || openPositions.length > 0
}

/** Annualized figures of a short run, or of one with few positions, are defined but say nothing. */
export function showsAnnualized({ length, closed }: Sample): boolean {
  return length >= 90 && closed.length >= 30
}
