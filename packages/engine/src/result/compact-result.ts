import type { Closure } from '@tradeloom/domain'
import type { MetricInput } from '@tradeloom/metrics'

import type { LogLine, RunResult } from '../run-result.ts'
import type { CurveColumns } from '../record/curve-columns.ts'
import type { OrderColumns } from '../record/order-columns.ts'
import type { Plot } from '../record/plot-columns.ts'
import type { PositionColumns } from '../record/position-columns.ts'
import type { TagTables } from '../record/tag-tables.ts'

/** Inputs of the metrics in addition to the columns, unrounded. */
export interface MetricBasis extends Pick<
  MetricInput,
  | 'start'
  | 'end'
  | 'initialBalance'
  | 'balance'
  | 'equity'
  | 'maxDrawdown'
  | 'maxDrawdownFraction'
  | 'ruined'
  | 'calendar'
  | 'openPositions'
  | 'benchmarkStart'
  | 'quality'
> {
  readonly closures: readonly Closure[]
}

/** The short parts of a result. */
export interface ResultHead
  extends
    Pick<TagTables, 'tags'>,
    Pick<
      RunResult,
      | 'engineVersion'
      | 'ticks'
      | 'bars'
      | 'warmupRows'
      | 'closedRows'
      | 'statistics'
      | 'endPrices'
      | 'logDropped'
      | 'warnings'
    > {
  /** Number of minutes resolved by real ticks because their bar did not determine whether stop or target came first. */
  readonly minutesResolvedByTicks: number
  /** A 128-bit hash of the columns of positions and orders; equal if the same was traded. */
  readonly ledgerHash: string
  /** The instruments of the run's markets, in order. */
  readonly instrumentIds: readonly string[]
  /** Why orders ended; the order columns refer to these by index. */
  readonly reasons: readonly string[]
  readonly basis: MetricBasis
}

/** Equity at the ends of days with prices, and the mid price of the run's instrument at those times. */
export const DAY_COLUMNS = ['time', 'equity', 'price'] as const
export type DayColumns = Readonly<Record<(typeof DAY_COLUMNS)[number], Float64Array>>

/**
 * The result of a run as columns, without anything that can be computed later; `expandResult` makes a `RunResult` of
 * it.
 */
export interface CompactResult extends ResultHead, TagTables {
  readonly positions: PositionColumns
  readonly orders: OrderColumns
  readonly equityCurve: CurveColumns
  readonly days: DayColumns
  readonly plots: readonly Plot[]
  readonly log: readonly LogLine[]
}
