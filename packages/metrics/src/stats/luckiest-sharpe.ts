import { normalQuantile } from './statistics.ts'
import type { TrialMoments } from './trial-moments.ts'

/** Euler and Mascheroni's constant. */
const GAMMA = 0.577_215_664_901_532_9
/** Below this number of trials, their variance is not trusted alone. */
const FEW_TRIALS = 10

/**
 * Best Sharpe ratio per period to be expected among independent trials without any edge, in runs of as many periods. Every
 * distinct trial counts: the variance of their ratios already shrinks if trials are correlated, and counting fewer trials
 * as well would let luck pass more often than stated. One trial alone is not chosen among others: 0.
 */
export function luckiestSharpe({ count, rated, squares }: TrialMoments, periods: number): number {
  if (count <= 1) return 0
  const variance = Math.max(rated > 1 ? squares / (rated - 1) : 0, rated < FEW_TRIALS ? 1 : 0) / (periods - 1)
  return Math.sqrt(variance) * expectedMaximum(count)
}

/** Of this many independent values of the standard normal distribution. */
export function expectedMaximum(count: number): number {
  const best = -normalQuantile(1 / count)
  const next = -normalQuantile(1 / (count * Math.E))
  return (1 - GAMMA) * best + GAMMA * next
}
