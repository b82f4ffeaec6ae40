import { type Metric, none, some } from './metric.ts'
import { sharpeDaily } from './sharpe-daily.ts'
import { sharpeError } from './sharpe-ratio.ts'
import { normalProbability } from './statistics.ts'

export const probabilisticSharpe: Metric = {
  key: 'probabilisticSharpe',
  title: 'Probabilistic Sharpe ratio',
  unit: 'probability',
  better: 'higher',
  description: 'Probability that the true Sharpe ratio is above 1 a year.',
  compute: (sample) => {
    const { daily, daysPerYear } = sample
    const sharpe = sharpeDaily.compute(sample)
    if (sharpe.value === null) return none(sharpe.reason ?? 'too-few', daily.length)
    const distance = sharpe.value - 1 / Math.sqrt(daysPerYear)
    return some(normalProbability(distance / sharpeError(daily, sharpe.value)), daily.length)
  },
}
