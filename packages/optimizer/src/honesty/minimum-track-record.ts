import { normalQuantile, sharpeStandardError } from '@tradeloom/metrics'

import type { SharpeSample } from './sharpe-sample.ts'

/**
 * Number of returns from which a Sharpe ratio is above `target` with this confidence (Bailey and López de Prado 2012). Null
 * if the ratio is not above the target.
 */
export function minimumTrackRecord(
  { sharpe, skewness, kurtosis }: Omit<SharpeSample, 'periods'>,
  target: number,
  confidence = 0.95,
): number | null {
  if (sharpe <= target) return null
  const variance = sharpeStandardError(2, sharpe, skewness, kurtosis) ** 2
  return 1 + variance * (normalQuantile(confidence) / (sharpe - target)) ** 2
}
