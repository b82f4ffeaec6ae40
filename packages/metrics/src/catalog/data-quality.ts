import { type Metric, none, some } from '../metric.ts'

export const dataQuality: Metric = {
  key: 'dataQuality',
  title: 'Data quality',
  unit: '%',
  better: 'higher',
  group: 'trust',
  description: 'Minute bars of the market data without a defect, of all.',
  formula: 'good M1 bars / all M1 bars',
  source: 'History quality of MetaTrader 5 reports',
  compute: ({ quality }) => {
    if (!quality) return none('not-graded', 0)
    return quality.all === 0 ? none('too-few', 0) : some((quality.good / quality.all) * 100, quality.all)
  },
}
