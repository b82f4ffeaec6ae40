import type { MetricValue } from './metric.ts'
import { luckiestSharpe } from './stats/luckiest-sharpe.ts'
import { INTERVAL_ERRORS } from './stats/sharpe-ratio.ts'
import { normalProbability } from './stats/statistics.ts'
import type { TrialMoments } from './stats/trial-moments.ts'

/**
 * Metrics of a run that were computed when it was the only trial, with the deflated Sharpe ratio among all trials of its
 * lineage, which grow later. The interval of the Sharpe ratio tells its standard error.
 */
export function withTrials<Metrics extends Readonly<Record<string, MetricValue>>>(
  metrics: Metrics,
  trials: TrialMoments,
): Metrics {
  const { sharpeDaily: sharpe, deflatedSharpe: alone } = metrics
  if (!sharpe?.interval || sharpe.value === null || !alone) return metrics
  const error = (sharpe.interval[1] - sharpe.interval[0]) / (2 * INTERVAL_ERRORS)
  const value = normalProbability((sharpe.value - luckiestSharpe(trials, sharpe.n)) / error)
  return { ...metrics, deflatedSharpe: { ...alone, value, trials: Math.max(1, trials.count) } }
}
