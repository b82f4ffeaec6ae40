import { sharpeError } from './sharpe-error.ts'
import type { SharpeSample } from './sharpe-sample.ts'

/** 95% quantile of the normal distribution, as metrics have always rounded it. */
const CONFIDENCE = 1.645

/**
 * Number of returns from which a Sharpe ratio is above `target` with a confidence of 95% (Bailey and López de Prado 2012).
 * Null if the ratio is not above the target.
 */
export function minimumTrackRecord(sample: Omit<SharpeSample, 'meanByDeviation'>, target: number): number | null {
  if (sample.sharpe <= target) return null
  const variance = sharpeError(sample) ** 2 * (sample.periods - 1)
  return 1 + variance * (CONFIDENCE / (sample.sharpe - target)) ** 2
}
