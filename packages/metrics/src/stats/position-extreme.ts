import { positionProblem } from '../guards.ts'
import { type MetricValue, none, type Reason, some } from '../metric.ts'
import type { Feature } from '../bootstrap/position-draws.ts'
import type { Sample } from './sample.ts'

/**
 * Minimum or maximum of the known values of closed positions. Resampling says nothing about an extreme, so there is no
 * interval.
 */
export function positionExtreme(
  sample: Sample,
  which: 'lowest' | 'highest',
  feature: Feature,
  missing: Reason = 'not-given',
): MetricValue {
  const problem = positionProblem(sample)
  if (problem) return none(problem, 0)
  const sign = which === 'lowest' ? -1 : 1
  let extreme = -Infinity
  let n = 0
  for (const value of sample.draws.values(feature)) {
    if (Number.isNaN(value)) continue
    extreme = Math.max(extreme, sign * value)
    n += 1
  }
  return n === 0 ? none(missing, 0) : some(sign * extreme, n)
}
