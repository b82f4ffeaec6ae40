import type { MetricInput, MetricValue } from './metric.ts'
import { METRICS } from './registry.ts'
import { sample } from './sample.ts'

/** Every metric of the registry by key. */
export function computeMetrics(input: MetricInput): Record<string, MetricValue> {
  const sampled = sample(input)
  return Object.fromEntries(METRICS.map((metric) => [metric.key, metric.compute(sampled)]))
}
