import { normalQuantile } from './statistics.ts'
import type { GroupMoments, TrialMoments } from './trial-moments.ts'

/** Euler and Mascheroni's constant. */
const GAMMA = 0.577_215_664_901_532_9
/** Below this number of trials or groups, their variance is not trusted alone. */
const FEW_TRIALS = 10

/**
 * Best Sharpe ratio per period to be expected among independent trials without any edge, in runs of as many periods. Every
 * distinct trial counts: the variance of their ratios already shrinks if trials are correlated, and counting fewer trials
 * as well would let luck pass more often than stated. The variance is the largest over groupings of alike trials, since
 * many copies of one dull trial would make the luck of the others look like skill. One trial alone is not chosen among
 * others: 0.
 */
export function luckiestSharpe({ count, groupings = [], ...all }: TrialMoments, periods: number): number {
  if (count <= 1) return 0
  const grouped = groupings.filter(({ rated }) => rated >= FEW_TRIALS).map(varianceOf)
  const variance = Math.max(varianceOf(all), all.rated < FEW_TRIALS ? 1 : 0, ...grouped) / (periods - 1)
  return Math.sqrt(variance) * expectedMaximum(count)
}

function varianceOf({ rated, squares }: GroupMoments): number {
  return rated > 1 ? squares / (rated - 1) : 0
}

/** Of this many independent values of the standard normal distribution. */
export function expectedMaximum(count: number): number {
  const best = -normalQuantile(1 / count)
  const next = -normalQuantile(1 / (count * Math.E))
  return (1 - GAMMA) * best + GAMMA * next
}
