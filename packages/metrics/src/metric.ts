import type { Sample } from './stats/sample.ts'

/** A number with what one must know to trust it. `value` null means undefined, for `reason`. */
export interface MetricValue {
  readonly value: number | null
  /** Why there is no value: a key of `REASONS`. */
  readonly reason: string | null
  /** Returns or positions that the value stands on. */
  readonly n: number
  /** 95 % interval. */
  readonly interval: readonly [number, number] | null
  /** False: defined, but not to be printed. */
  readonly shown: boolean
  /** What must be said beside the value. */
  readonly marks?: readonly Mark[]
}

/** `open`: the drawdown had not ended. `few-trades`: fewer than 30 closed positions stand behind the run. */
export type Mark = 'open' | 'few-trades'

/** Why a metric has no value, in words for people. */
export const REASONS = {
  'no-trades': 'There is no closed position.',
  'too-few': 'There are too few returns or positions for this number.',
  'zero-deviation': 'The deviation is zero, so there is nothing to divide by.',
  'no-loss': 'Nothing was lost, so there is nothing to divide by.',
  'no-win': 'No position made money.',
  'no-drawdown': 'There was no drawdown.',
  'not-positive': 'It is defined for a positive return alone.',
  'below-target': 'The Sharpe ratio is not above the one that it is held against.',
  ruined: 'Equity fell to zero or below.',
  'no-stop': 'No position had a stop, so there is no risk to divide by.',
  'no-benchmark': 'The prices of the instrument are not known, so there is nothing to compare with.',
  'not-given': 'The data do not tell what this number needs.',
  'not-graded': 'The market data have not been graded.',
} as const

export type Reason = keyof typeof REASONS

/** One metric: everything about it in one place. */
export interface Metric {
  readonly key: string
  readonly title: string
  /** `%` values are per cent numbers: 1.5 is 1.5 %. */
  readonly unit: Unit
  readonly better: 'higher' | 'lower' | 'neither'
  readonly group: 'return' | 'ratio' | 'drawdown' | 'risk' | 'positions' | 'excursion' | 'costs' | 'trust'
  readonly description: string
  /** The formula as people read it. E equity, r return of a period, m mean, s sample deviation, n count. */
  readonly formula: string
  /** Publication or convention that it follows. */
  readonly source: string
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
