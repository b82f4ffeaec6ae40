import { normalProbability, sharpeStandardError } from '@tradeloom/metrics'

import type { SharpeSample } from './sharpe-sample.ts'

/** Probability that the true Sharpe ratio is above `target`, per period (Bailey and López de Prado 2012). */
export function probabilisticSharpe({ sharpe, periods, skewness, kurtosis }: SharpeSample, target: number): number {
  return normalProbability((sharpe - target) / sharpeStandardError(periods, sharpe, skewness, kurtosis))
}
