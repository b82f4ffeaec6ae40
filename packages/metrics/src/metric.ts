import type { Sample } from './stats/sample.ts'

/** A number with what a reader needs to judge it. A null `value` is undefined because of `reason`. */
export interface MetricValue {
  readonly value: number | null
  /** Why there is no value: a key of `REASONS`. */
  readonly reason: string | null
  /** Number of returns or positions behind the value. */
  readonly n: number
  /** 95% interval. */
  readonly interval: readonly [number, number] | null
  /** False if the value is defined but must not be displayed. */
  readonly shown: boolean
  /** Remarks to display with the value. */
  readonly marks?: readonly Mark[]
  /** Trials that the deflated Sharpe ratio depends on; without them it is that of a single one. */
  readonly trials?: number
}

/** `open`: the drawdown had not ended. `few-trades`: the run has fewer than 30 closed positions. */
export type Mark = 'open' | 'few-trades'

/** Why a metric has no value, as displayed. */
export const REASONS = {
  'no-trades': 'No position was closed.',
  'too-few': 'Too few returns or positions.',
  'zero-deviation': 'The deviation is zero, so the ratio is undefined.',
  'no-loss': 'Nothing was lost, so the ratio is undefined.',
  'no-win': 'No position made money.',
  'no-drawdown': 'There was no drawdown.',
  'not-positive': 'Only defined when the return is positive.',
  'below-target': 'The Sharpe ratio is below the benchmark (1.0 a year).',
  ruined: 'Equity fell to zero or below.',
  'no-stop': 'No position had a stop loss, so R cannot be computed.',
  'no-benchmark': "The instrument's prices are unknown, so there is no benchmark.",
  'not-given': 'The data does not contain what this metric needs.',
  'not-graded': 'The market data has not been graded.',
} as const

export type Reason = keyof typeof REASONS

/** One metric: everything about it in one place. */
export interface Metric {
  readonly key: string
  readonly title: string
  /** `%` values are percentages: 1.5 is 1.5%. */
  readonly unit: Unit
  readonly better: 'higher' | 'lower' | 'none'
  readonly group: 'return' | 'ratio' | 'drawdown' | 'risk' | 'positions' | 'excursion' | 'costs' | 'trust'
  readonly description: string
  /** The formula as displayed. E equity, r return of a period, m mean, s sample standard deviation, n count. */
  readonly formula: string
  /** Publication or convention that it follows. */
  readonly source: string
  /** Why resampling says nothing about it; all other metrics have an interval if there is enough data. */
  readonly noInterval?: string
  readonly compute: (sample: Sample) => MetricValue
}

export type Unit = 'money' | '%' | 'ratio' | 'pips' | 'R' | 'days' | 'hours' | 'probability' | 'periods' | 'number'

export function some(
  value: number,
  n: number,
  { interval = null, shown = true, marks }: Partial<Pick<MetricValue, 'interval' | 'shown' | 'marks'>> = {},
): MetricValue {
  if (!Number.isFinite(value)) return none('too-few', n)
  return { value, reason: null, n, interval, shown, ...(marks && { marks }) }
}

export function none(reason: Reason, n: number): MetricValue {
  return { value: null, reason, n, interval: null, shown: false }
}
