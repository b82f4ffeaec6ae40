import { costOf } from './costs.ts'
import type { Metric } from '../metric.ts'
import { positionSum } from './position-sum.ts'

export const totalCosts: Metric = {
  key: 'totalCosts',
  title: 'All costs',
  unit: 'money',
  better: 'lower',
  group: 'costs',
  description: 'Spread, slippage, commission, swap and funding of closed positions: gross profit less net profit.',
  formula: 'spread + slippage + commission + swap + funding',
  source: 'Accounting identity',
  compute: (sample) => positionSum(sample, costOf),
}
