import { type MetricValue, none, type Reason, some } from '../metric.ts'
import type { Sample } from '../stats/sample.ts'
import { normalProbability } from '../stats/statistics.ts'
import { sharpeDaily } from './sharpe-daily.ts'
import { sharpeError } from './sharpe-ratio.ts'

/** Probability that the true Sharpe ratio per day is above `target`. It is a statement of trust: no interval. */
export function sharpeProbability(sample: Sample, target: number): MetricValue {
  const { returns } = sample.byDay
  const sharpe = sharpeDaily.compute(sample)
  if (sharpe.value === null) return none(sharpe.reason as Reason, returns.length)
  return some(normalProbability((sharpe.value - target) / sharpeError(returns, sharpe.value)), returns.length)
}
