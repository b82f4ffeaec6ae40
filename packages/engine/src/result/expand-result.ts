import { type Breakdowns, computeBreakdowns, computeMetrics, type MetricValue } from '@tradeloom/metrics'

import type { RunResult } from '../run-result.ts'
import type { CompactResult } from './compact-result.ts'
import { metricInputOf } from './metric-input-of.ts'
import { orderAt } from '../record/order-columns.ts'
import { plotSeries } from '../record/plot-columns.ts'
import { positionAt } from '../record/position-columns.ts'

/** Everything that is computed from the rest of a result. */
export interface Analysis {
  readonly metrics: Readonly<Record<string, MetricValue>>
  readonly breakdowns: Breakdowns
}

/**
 * The metrics of a result, and its breakdowns. With `intervals` false, intervals that need bootstrap draws are omitted.
 */
export function analyzeResult(
  result: Parameters<typeof metricInputOf>[0],
  { intervals = true }: { readonly intervals?: boolean } = {},
): Analysis {
  const input = metricInputOf(result)
  return { metrics: computeMetrics(input, { intervals }), breakdowns: computeBreakdowns(input) }
}

/** The whole result as plain data with finite numbers only. */
export function expandResult(result: CompactResult, options: { readonly intervals?: boolean } = {}): RunResult {
  const { positions, orders, equityCurve, plots } = result
  return {
    engineVersion: result.engineVersion,
    ticks: result.ticks,
    bars: result.bars,
    warmupRows: result.warmupRows,
    finerMinutes: result.minutesResolvedByTicks,
    closedRows: result.closedRows,
    statistics: result.statistics,
    ...analyzeResult(result, options),
    positions: Array.from(positions.id, (_, row) => positionAt(positions, row, result)),
    orders: Array.from(orders.time, (_, row) => orderAt(orders, row, result)),
    equityCurve: {
      time: Array.from(equityCurve.time),
      equity: Array.from(equityCurve.equity),
      balance: Array.from(equityCurve.balance),
      drawdown: Array.from(equityCurve.drawdown),
    },
    plots: plots.map(plotSeries),
    endPrices: result.endPrices,
    log: result.log,
    logDropped: result.logDropped,
    warnings: result.warnings,
  }
}
