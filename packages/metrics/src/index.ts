export { computeMetrics } from './compute-metrics.ts'
export type { ClosedPosition, Metric, MetricInput, MetricValue } from './metric.ts'
export { METRICS } from './registry.ts'
