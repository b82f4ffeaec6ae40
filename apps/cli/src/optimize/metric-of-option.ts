import { UserError } from '@tradeloom/domain'
import { type Metric, METRICS, RANKING_METRICS } from '@tradeloom/metrics'

/** The metric of a key, by which trials can be ranked. Throws UserError that lists all keys. */
export function metricOfOption(option: string, key: string): Metric {
  const metric = RANKING_METRICS.find((one) => one.key === key)
  if (metric) return metric
  if (METRICS.some((one) => one.key === key))
    throw new UserError('invalid-input', `${option} ${key} depends on all trials. Pass probabilisticSharpe`)
  const keys = RANKING_METRICS.map((one) => one.key).join(', ')
  throw new UserError('invalid-input', `${option} ${key} is not a metric. Metrics: ${keys}`)
}
