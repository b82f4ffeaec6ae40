import { hasTraded, type Metric, none, some } from './metric.ts'

export const omega: Metric = {
  key: 'omega',
  title: 'Omega ratio',
  unit: 'ratio',
  better: 'higher',
  description: 'Sum of the gains by the sum of the losses of all days.',
  compute: (sample) => {
    const { daily } = sample
    if (!hasTraded(sample)) return none('no-trades', daily.length)
    let gains = 0
    let losses = 0
    for (const value of daily) {
      if (value > 0) gains += value
      else losses -= value
    }
    return losses === 0 ? none('no-loss', daily.length) : some(gains / losses, daily.length)
  },
}
