import { computeMetrics, type MetricValue } from '@tradeloom/metrics'

import type { CompactResult, DayColumns, ResultHead } from './compact-result.ts'
import { metricInputOf } from './metric-input-of.ts'

/** What a parameter sweep keeps of a run: the numbers without the tables. */
export interface LeanResult extends ResultHead {
  /** All metrics of the registry by key, without intervals that need bootstrap draws. */
  readonly metrics: Readonly<Record<string, MetricValue>>
  readonly days: DayColumns
}

export function leanResult(result: CompactResult): LeanResult {
  const { positions: _, orders: __, equityCurve: ___, plots: ____, log: _____, ...others } = result
  const { orderTags: ______, positionTags: _______, ...rest } = others
  return { ...rest, metrics: computeMetrics(metricInputOf(result), { intervals: false }) }
}
