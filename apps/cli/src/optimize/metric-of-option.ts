import { UserError } from '@tradeloom/domain'
import { type Metric, METRICS } from '@tradeloom/metrics'

/** The metric of a key. Throws UserError that lists all keys. */
export function metricOfOption(option: string, key: string): Metric {
  const metric = METRICS.find((one) => one.key === key)
  if (metric) return metric
  const keys = METRICS.map((one) => one.key).join(', ')
  throw new UserError('invalid-input', `${option} ${key} is not a metric. Metrics: ${keys}`)
}
