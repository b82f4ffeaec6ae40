import type { Feature } from '../bootstrap/position-draws.ts'
import type { ClosedNumber } from '../closed-columns.ts'
import type { Metric } from '../metric.ts'
import { columnOf } from '../stats/position-features.ts'
import { positionMean } from '../stats/position-mean.ts'
import { positionSum } from '../stats/position-sum.ts'

interface Cost {
  readonly key: string
  readonly title: string
  readonly description: string
  readonly formula: string
  readonly source: string
  readonly paid: ClosedNumber
}

const COSTS: readonly Cost[] = [
  {
    key: 'spreadCosts',
    title: 'Spread costs',
    description: 'Half the spread paid on every fill of closed positions.',
    formula: 'sum of half the spread · quantity at each fill, in account currency',
    source: 'Distance from the mid price',
    paid: 'spreadCost',
  },
  {
    key: 'slippageCosts',
    title: 'Slippage costs',
    description: 'Difference between intended and actual fill prices of closed positions.',
    formula: 'sum of (fill - intended price) · quantity, signed against the position',
    source: 'Implementation shortfall (Perold 1988)',
    paid: 'slippageCost',
  },
  {
    key: 'commissionCosts',
    title: 'Commission costs',
    description: 'Commission paid on closed positions.',
    formula: 'sum of the commission of each fill',
    source: 'Fee schedule of the run',
    paid: 'commission',
  },
  {
    key: 'swapCosts',
    title: 'Swap costs',
    description: 'Overnight financing of closed positions; negative when received.',
    formula: 'sum of the swap of each rollover',
    source: 'Rollover at 17:00 New York',
    paid: 'swapCost',
  },
  {
    key: 'fundingCosts',
    title: 'Funding costs',
    description: 'Funding of closed positions in perpetual contracts; negative when received.',
    formula: 'sum of the funding of each funding time',
    source: 'Funding of perpetual contracts',
    paid: 'fundingCost',
  },
]

/** All costs of a position; unknown if any of them is. */
const costOf: Feature = (closed) => {
  const sums = new Float64Array(closed.length)
  for (const { paid } of COSTS) {
    const costs = closed[paid]
    for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] as number) + (costs[at] as number)
  }
  return sums
}

const common = { unit: 'money', better: 'lower', group: 'costs' } as const
const PAID = 'A sum that was paid, not an estimate.'

const totalCosts: Metric = {
  ...common,
  key: 'totalCosts',
  title: 'Total costs of closed positions',
  description: 'Spread, slippage, commission, swap and funding of closed positions: gross profit minus net profit.',
  formula: 'spread + slippage + commission + swap + funding',
  source: 'Accounting identity',
  noInterval: PAID,
  compute: (sample) => positionSum(sample, costOf),
}

const averageCosts: Metric = {
  ...common,
  key: 'averageCosts',
  title: 'Average costs of closed positions',
  description: 'Mean of all costs of a closed position.',
  formula: 'mean(spread + slippage + commission + swap + funding)',
  source: 'Arithmetic mean',
  compute: (sample) => positionMean(sample, costOf),
}

export const COST_METRICS: readonly Metric[] = [
  ...COSTS.map(({ paid, ...texts }): Metric => {
    const feature = columnOf(paid)
    return { ...common, ...texts, noInterval: PAID, compute: (sample) => positionSum(sample, feature) }
  }),
  totalCosts,
  averageCosts,
]
