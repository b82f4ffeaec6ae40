import type { Closure } from '@tradeloom/domain'
import type { MetricInput } from '@tradeloom/metrics'

import type { LogLine, RunResult } from '../run-result.ts'
import type { OrderColumns } from './order-columns.ts'
import type { Plot } from './plot-columns.ts'
import type { PositionColumns } from './position-columns.ts'

/** What metrics are computed from beside the columns, unrounded. */
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
export interface ResultHead extends Pick<
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
  /** Minutes resolved by real ticks because the bar left the order of stop and target open. */
  readonly minutesResolvedByTicks: number
  /** 128 bits over the columns of positions and orders: equal when the same was traded. */
  readonly ledgerHash: string
  /** The instruments of the run's markets, in their order. */
  readonly instrumentIds: readonly string[]
  /** Why orders ended as they did; their columns refer to these. */
  readonly reasons: readonly string[]
  readonly basis: MetricBasis
}

/** Equity at the ends of days that had prices, and the mid price of the run's instrument at them. */
export const DAY_COLUMNS = ['time', 'equity', 'price'] as const
export type DayColumns = Readonly<Record<(typeof DAY_COLUMNS)[number], Float64Array>>

export const CURVE_COLUMNS = ['time', 'equity', 'balance', 'drawdown'] as const
export type CurveColumns = Readonly<Record<(typeof CURVE_COLUMNS)[number], Float64Array>>

/**
 * The result of a run as columns: everything that `RunResult` says, which `expandResult` makes of it, without what can
 * be computed later.
 */
export interface CompactResult extends ResultHead {
  readonly positions: PositionColumns
  readonly orders: OrderColumns
  readonly equityCurve: CurveColumns
  readonly days: DayColumns
  readonly plots: readonly Plot[]
  readonly log: readonly LogLine[]
}
