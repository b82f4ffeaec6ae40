import { FEW_TRADES } from './guards.ts'
import type { AnyInput } from './metric-input.ts'
import type { Metric, MetricValue } from './metric.ts'
import { METRICS } from './registry.ts'
import { sample, type Sample } from './stats/sample.ts'

interface MetricOptions {
  /** False omits intervals that need resampling, which take most of the time. */
  readonly intervals?: boolean
  /** Only these metrics. */
  readonly keys?: readonly string[]
}

/** Every metric of the registry, by key. */
export function computeMetrics(
  input: AnyInput,
  { intervals = true, keys }: MetricOptions = {},
): Record<string, MetricValue> {
  const sampled = sample(input, intervals)
  const wanted = keys === undefined ? METRICS : METRICS.filter(({ key }) => keys.includes(key))
  return Object.fromEntries(wanted.map((metric) => [metric.key, marked(metric, metric.compute(sampled), sampled)]))
}

/** The 95% intervals of metrics that have one, by key. They take several times as long as the values. */
export function computeIntervals(input: AnyInput): Record<string, readonly [number, number]> {
  const metrics = Object.entries(computeMetrics(input))
  return Object.fromEntries(metrics.flatMap(([key, { interval }]) => (interval === null ? [] : [[key, interval]])))
}

/** With few trades, every displayed number is marked, except for the one that does not depend on trades. */
function marked({ key }: Metric, metric: MetricValue, { closed, positionsUnknown }: Sample): MetricValue {
  const few = positionsUnknown !== true && closed.length < FEW_TRADES
  if (!few || !metric.shown || key === 'dataQuality') return metric
  return { ...metric, marks: [...(metric.marks ?? []), 'few-trades'] }
}
