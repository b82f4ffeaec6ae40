import { positionProblem } from '../guards.ts'
import { type MetricValue, none, some } from '../metric.ts'
import type { Feature } from '../bootstrap/position-draws.ts'
import type { Sample } from './sample.ts'

/** Sum over the closed positions; undefined if any value is unknown. */
export function positionSum(sample: Sample, feature: Feature): MetricValue {
  const problem = positionProblem(sample)
  if (problem) return none(problem, 0)
  let sum = 0
  for (const value of sample.draws.values(feature)) {
    if (Number.isNaN(value)) return none('not-given', 0)
    sum += value
  }
  return some(sum, sample.closed.length)
}
