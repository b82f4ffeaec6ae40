import type { BacktestDetail } from '@tradeloom/contracts'
import type { StoredMetrics } from './backtests.repository.ts'

export function viewMetrics(stored: StoredMetrics): BacktestDetail['metrics'] {
  return Object.entries(stored).map(([key, metric]) => ({
    key,
    title: key,
    unit: '',
    better: 'none' as const,
    value: metric.value,
    reason: metric.reason,
    n: metric.n,
    interval: metric.interval ? [metric.interval[0], metric.interval[1]] : null,
    shown: metric.shown,
  }))
}
