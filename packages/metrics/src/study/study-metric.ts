import type { Metric, MetricValue } from '../metric.ts'

/** A metric of several runs together, such as the trials of an optimization; otherwise like a metric of one run. */
export interface StudyMetric<Input> extends Omit<Metric, 'compute' | 'group'> {
  readonly compute: (input: Input) => MetricValue
}
