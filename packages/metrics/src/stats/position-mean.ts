import { positionProblem } from '../guards.ts'
import { type MetricValue, none, type Reason, some } from '../metric.ts'
import { one } from './position-features.ts'
import type { Feature } from '../bootstrap/position-draws.ts'
import type { Sample } from './sample.ts'

/**
 * Mean of the known values of closed positions, with its interval. Pass the same `feature` function each time;
 * `missing` is the reason if no value is known.
 */
export function positionMean(sample: Sample, feature: Feature, missing: Reason = 'not-given'): MetricValue {
  const problem = positionProblem(sample)
  if (problem) return none(problem, 0)
  const { draws } = sample
  let sum = 0
  let n = 0
  for (const value of draws.values(feature)) {
    if (Number.isNaN(value)) continue
    sum += value
    n += 1
  }
  if (n === 0) return none(missing, 0)
  const known = n === sample.closed.length ? one : draws.known(feature)
  const interval = n < 2 ? null : draws.interval([feature, known], (total, count) => total / count)
  return some(sum / n, n, { interval })
}
