import { RISK_FREE_RATE, ZERO_DEVIATION } from '../rates.ts'
import { deviation, mean, shape } from './statistics.ts'

/** What every statement about the Sharpe ratio of a run is computed from; per period, not annualized. */
export interface SharpeSample {
  /** Mean return above the risk-free rate, by the deviation of the returns. */
  readonly sharpe: number
  /** The same without a risk-free rate, so that it does not depend on the size of positions. */
  readonly meanByDeviation: number
  /** Number of returns. */
  readonly periods: number
  readonly skewness: number
  /** Raw: 3 for normal returns. */
  readonly kurtosis: number
}

/** The sample of returns; null if they are fewer than two or do not vary. */
export function sharpeSample(returns: ArrayLike<number>, perYear: number): SharpeSample | null {
  if (returns.length < 2) return null
  const spread = deviation(returns)
  if (spread < ZERO_DEVIATION) return null
  const middle = mean(returns)
  return {
    sharpe: (middle - RISK_FREE_RATE / perYear) / spread,
    meanByDeviation: middle / spread,
    periods: returns.length,
    ...shape(returns),
  }
}
