import { type Metric, none, some } from '../metric.ts'
import { inverseEquity } from '../stats/inverse-equity.ts'
import { positionSpans } from '../stats/position-spans.ts'

export const meanLeverage: Metric = {
  key: 'meanLeverage',
  title: 'Mean gross notional / equity',
  unit: 'ratio',
  better: 'neither',
  group: 'positions',
  description:
    'Value of all open positions at their entry by equity, averaged over the time in which the market was open.',
  formula: 'time average of sum(notional at entry) / E over trading time',
  source: 'Gross leverage, time-weighted',
  compute: (sample) => {
    const { end, tradingTime, ruined } = sample
    const spans = positionSpans(sample)
    const all = tradingTime()(end)
    if (spans === null) return none('not-given', 0)
    if (ruined) return none('ruined', spans.length)
    if (all === 0) return none('too-few', spans.length)
    const integral = inverseEquity(sample)
    let sum = 0
    for (const { from, to, notional } of spans) {
      if (notional === null) return none('not-given', 0)
      sum += notional * (integral(to) - integral(from))
    }
    return some(sum / all, spans.length)
  },
}
