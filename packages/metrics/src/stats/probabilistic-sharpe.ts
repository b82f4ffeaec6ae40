import { sharpeError } from './sharpe-error.ts'
import type { SharpeSample } from './sharpe-sample.ts'
import { normalProbability } from './statistics.ts'

/** Probability that the true Sharpe ratio is above `target`, per period (Bailey and López de Prado 2012). */
export function probabilisticSharpe(sample: Omit<SharpeSample, 'meanByDeviation'>, target: number): number {
  return normalProbability((sample.sharpe - target) / sharpeError(sample))
}
