import { overfittingProbability } from './overfitting-probability.ts'
import type { StudyMetric } from './study-metric.ts'
import { walkForwardEfficiency } from './walk-forward-efficiency.ts'

/** Every metric of several runs together; each has its own input. */
export const STUDY_METRICS: readonly Omit<StudyMetric<never>, 'compute'>[] = [
  overfittingProbability,
  walkForwardEfficiency,
]
