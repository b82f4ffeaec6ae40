import { FEW_TRADES } from './guards.ts'
import type { MetricInput } from './metric-input.ts'
import type { Metric, MetricValue } from './metric.ts'
import { METRICS } from './registry.ts'
import { sample, type Sample } from './stats/sample.ts'

/** Every metric of the registry by key. `intervals` false leaves out those that need draws, which take most time. */
export function computeMetrics(
  input: MetricInput,
  { intervals = true }: { readonly intervals?: boolean } = {},
): Record<string, MetricValue> {
  const sampled = sample(input, intervals)
  return Object.fromEntries(METRICS.map((metric) => [metric.key, marked(metric, metric.compute(sampled), sampled)]))
}

/** With few trades behind it every shown number says so, but for the one that does not speak of the trades. */
function marked({ key }: Metric, metric: MetricValue, { closed, positionsUnknown }: Sample): MetricValue {
  const few = positionsUnknown !== true && closed.length < FEW_TRADES
  if (!few || !metric.shown || key === 'dataQuality') return metric
  return { ...metric, marks: [...(metric.marks ?? []), 'few-trades'] }
}
