import { MINIMUM_ACCEPTABLE_RETURN, ratioProblem, ZERO_DEVIATION } from '../guards.ts'
import { type MetricValue, none, some } from '../metric.ts'
import type { ReturnSeries } from './return-series.ts'
import type { Sample } from './sample.ts'
import { mean } from './statistics.ts'

/**
 * Mean return above the acceptable return divided by the downside deviation over all periods, per period or annualized.
 */
export function sortinoRatio(
  sample: Sample,
  series: ReturnSeries,
  { least, annualize, shown }: { least: number; annualize: boolean; shown: boolean },
): MetricValue {
  const { returns, perYear } = series
  const n = returns.length
  const problem = ratioProblem(sample, returns, least)
  if (problem) return none(problem, n)
  const target = MINIMUM_ACCEPTABLE_RETURN / perYear
  const below = series.below(target)
  const spread = Math.sqrt(mean(below))
  if (spread < ZERO_DEVIATION) return none('zero-deviation', n)
  const factor = annualize ? Math.sqrt(perYear) : 1
  const interval = series.interval(
    [returns, below],
    (sum, squares) => ((sum / n - target) / Math.sqrt(squares / n)) * factor,
  )
  return some(((mean(returns) - target) / spread) * factor, n, { interval, shown })
}
