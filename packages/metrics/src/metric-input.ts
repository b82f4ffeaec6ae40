import type { Closure } from '@tradeloom/domain'

import type { ClosedColumns } from './closed-columns.ts'
import type { ClosedPosition, OpenPosition } from './position.ts'
import type { TrialMoments } from './stats/trial-moments.ts'

/** The data of a run. Times are UTC milliseconds, money is in account currency. */
export interface MetricInput {
  readonly start: number
  readonly end: number
  readonly initialBalance: number
  readonly balance: number
  readonly equity: number
  /** Largest fall from a peak in money, and as a fraction of the peak, on every tick. */
  readonly maxDrawdown: number
  readonly maxDrawdownFraction: number
  /** Whether equity was at or below zero at some time. */
  readonly ruined: boolean
  /** Whether the market trades on weekends, which decides the days that count. */
  readonly calendar: 'forex' | 'always'
  /** Known holidays and shortened days, merged: they are not trading time. */
  readonly closures?: readonly Closure[]
  /** Equity at the ends of days with prices; `time` is the midnight that ends the day. */
  readonly days: { readonly time: readonly number[]; readonly equity: readonly number[] }
  /** Closed positions by closing time. */
  readonly closed: readonly ClosedPosition[]
  readonly openPositions: readonly OpenPosition[]
  /** True if only an equity curve is known: metrics of positions then have no value. */
  readonly positionsUnknown?: boolean
  /** Equity events in time order; they may be thinned but keep every extreme. */
  readonly curve: { readonly time: readonly number[]; readonly equity: readonly number[] }
  /** Mid price of the instrument at the ends of `days`, for comparison with buying and holding it. */
  readonly benchmark: { readonly time: readonly number[]; readonly price: readonly number[] } | null
  /** Its mid price at the start. */
  readonly benchmarkStart: number | null
  /** Good minute bars of the market data, and all of them; null if the data was not graded. */
  readonly quality: { readonly good: number; readonly all: number } | null
  /** All trials of the algorithm's lineage; null for a single one. */
  readonly trials: TrialMoments | null
}

type Numbers = readonly number[] | Float64Array

/** The same as columns, as in a run. */
export interface ColumnInput extends Omit<MetricInput, 'closed' | 'days' | 'curve' | 'benchmark'> {
  readonly days: { readonly time: Numbers; readonly equity: Numbers }
  readonly closed: ClosedColumns
  readonly curve: { readonly time: Numbers; readonly equity: Numbers }
  readonly benchmark: { readonly time: Numbers; readonly price: Numbers } | null
}

export type AnyInput = MetricInput | ColumnInput
