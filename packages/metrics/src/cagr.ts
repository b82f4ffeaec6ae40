import { type Metric, showsAnnualized, some } from './metric.ts'

export const cagr: Metric = {
  key: 'cagr',
  title: 'Annual growth',
  unit: '%',
  better: 'higher',
  description: 'Return a year, compounded.',
  compute: (sample) => {
    const { equity, initialBalance, length, daily } = sample
    const growth = equity > 0 ? (equity / initialBalance) ** (365.25 / length) - 1 : -1
    return some(growth * 100, daily.length, { shown: showsAnnualized(sample) })
  },
}
