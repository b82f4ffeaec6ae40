import { ratioProblem } from '../guards.ts'
import { MINIMUM_ACCEPTABLE_RETURN, ZERO_DEVIATION } from '../rates.ts'
import { type MetricValue, none, some } from '../metric.ts'
import type { ReturnSeries } from './return-series.ts'
import type { Sample } from './sample.ts'
import { mean } from './statistics.ts'

/** The Sortino ratio per period or annualized. */
export function sortinoRatio(
  sample: Sample,
  series: ReturnSeries,
  { least, annualize, shown }: { least: number; annualize: boolean; shown: boolean },
): MetricValue {
  const { returns, perYear } = series
  const n = returns.length
  const problem = ratioProblem(sample, returns, least)
  if (problem) return none(problem, n)
  const ratio = meanByDownside(returns, perYear)
  if (ratio === null) return none('zero-deviation', n)
  const factor = annualize ? Math.sqrt(perYear) : 1
  const target = MINIMUM_ACCEPTABLE_RETURN / perYear
  const interval = series.interval(
    [returns, series.below(target)],
    (sum, squares) => ((sum / n - target) / Math.sqrt(squares / n)) * factor,
  )
  return some(ratio * factor, n, { interval, shown })
}

/**
 * Mean return above the acceptable return, divided by the downside deviation over all periods; null if no return is below
 * the acceptable one.
 */
export function meanByDownside(returns: readonly number[], perYear: number): number | null {
  const target = MINIMUM_ACCEPTABLE_RETURN / perYear
  const spread = Math.sqrt(mean(returns.map((value) => Math.min(0, value - target) ** 2)))
  return spread < ZERO_DEVIATION ? null : (mean(returns) - target) / spread
}
