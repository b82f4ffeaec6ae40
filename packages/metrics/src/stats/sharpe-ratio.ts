import { RISK_FREE_RATE, ratioProblem, ZERO_DEVIATION } from '../guards.ts'
import { type MetricValue, none, some } from '../metric.ts'
import type { ReturnSeries } from './return-series.ts'
import type { Sample } from './sample.ts'
import { deviation, mean, shape } from './statistics.ts'

/**
 * Mean return above the risk-free rate divided by its deviation, per period or annualized, with its standard-error
 * interval.
 */
export function sharpeRatio(
  sample: Sample,
  { returns, perYear }: ReturnSeries,
  { least, annualize, shown }: { least: number; annualize: boolean; shown: boolean },
): MetricValue {
  const n = returns.length
  const problem = ratioProblem(sample, returns, least)
  if (problem) return none(problem, n)
  const spread = deviation(returns)
  if (spread < ZERO_DEVIATION) return none('zero-deviation', n)
  const ratio = (mean(returns) - RISK_FREE_RATE / perYear) / spread
  const margin = 1.96 * sharpeError(returns, ratio)
  const factor = annualize ? Math.sqrt(perYear) : 1
  return some(ratio * factor, n, { interval: [(ratio - margin) * factor, (ratio + margin) * factor], shown })
}

/** Standard error of a Sharpe ratio per period. It needs raw kurtosis: 3 for normal returns. */
export function sharpeError(returns: readonly number[], ratio: number): number {
  const { skewness, kurtosis } = shape(returns)
  return standardError(returns.length, ratio, skewness, kurtosis)
}

export function standardError(n: number, ratio: number, skewness: number, kurtosis: number): number {
  return Math.sqrt(Math.max(0, 1 - skewness * ratio + ((kurtosis - 1) / 4) * ratio ** 2) / (n - 1))
}
