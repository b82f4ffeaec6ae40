import { METRICS } from '@tradeloom/metrics'

/** Of a metric by its key, as the web page has it. */
export function metricTitle(key: string): string {
  return METRICS.find((metric) => metric.key === key)?.title ?? key
}
