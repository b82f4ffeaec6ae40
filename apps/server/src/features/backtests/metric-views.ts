import type { BacktestDetail } from '@tradeloom/contracts'
import { METRICS } from '@tradeloom/metrics'
import type { StoredMetrics } from './backtests.repository.ts'

/** In the order of the registry; values of metrics that no longer exist are left out. */
export function viewMetrics(stored: StoredMetrics): BacktestDetail['metrics'] {
  return METRICS.flatMap(({ key, title, unit, better, group, description, formula, source }) => {
    const metric = stored[key]
    if (!metric) return []
    const { value, reason, n, shown, marks, trials = null } = metric
    return [
      {
        key,
        title,
        unit,
        better,
        group,
        description,
        formula,
        source,
        value,
        reason,
        n,
        interval: metric.interval ? ([metric.interval[0], metric.interval[1]] as [number, number]) : null,
        shown,
        marks: [...(marks ?? [])],
        trials,
      },
    ]
  })
}
