import { METRICS } from '@tradeloom/metrics'
import { formatNumber, formatPercent, formatPlain } from '../../../ui/format.ts'

/** Of a metric as lists and charts call it; the key itself if this version does not know it. */
export function metricTitle(key: string): string {
  return METRICS.find((metric) => metric.key === key)?.title ?? key
}

/** A value of the metric in its unit. */
export function metricText(key: string, value: number): string {
  const unit = METRICS.find((metric) => metric.key === key)?.unit
  if (unit === '%') return formatPercent(value)
  if (unit === 'probability') return formatPercent(value * 100)
  if (unit === 'periods' || unit === 'number') return formatPlain(value, 2)
  return formatNumber(value, unit === 'ratio' ? 3 : 2)
}
