import type { BacktestDetail } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { Donut, type DonutPart } from '../../../../charts/donut.tsx'
import { formatNumber, formatSigned, signClass } from '../../../../ui/format.ts'
import { PROFIT_TERMS } from '../../../../ui/profit-terms.ts'
import { rawFigure } from '../../../../ui/raw-figure.ts'
import { statistic } from '../metrics/metric-format.ts'
import classes from './dashboard.module.css'

const COSTS = [
  ['spreadCost', 'spread'],
  ['slippageCost', 'slippage'],
  ['commission', 'commission'],
  ['swapCost', 'swap'],
  ['fundingCost', 'funding'],
] as const

interface Counts {
  readonly won: number
  readonly lost: number
  readonly even: number
  readonly open: number
}

function countsOf(result: Pick<BacktestDetail, 'statistics'>): Counts {
  const read = (key: string): number => statistic(result, key) ?? 0
  const [won, lost] = [read('winningPositions'), read('losingPositions')]
  return { won, lost, even: read('closedPositions') - won - lost, open: read('openPositions') }
}

/** The parts that add up to the position count. */
export function positionsDetail(result: Pick<BacktestDetail, 'statistics'>): string {
  const { won, lost, even, open } = countsOf(result)
  const parts = [`${formatNumber(won, 0)}\u00A0won`, `${formatNumber(lost, 0)}\u00A0lost`]
  if (even > 0) parts.push(`${formatNumber(even, 0)}\u00A0break-even`)
  return [...parts, `${formatNumber(open, 0)}\u00A0open`].join(' · ')
}

function moneyPart(name: string, value: number): DonutPart {
  return { name: `${formatSigned(value)} ${name}`, value, tone: value < 0 ? 'loss' : 'gain' }
}

/** How the positions ended, what the profit consists of, and what was paid for it. */
export function DashboardDonuts({ result }: { readonly result: BacktestDetail }): ReactElement {
  const read = (key: string): number => statistic(result, key) ?? 0
  const { won, lost, even, open } = countsOf(result)
  const counts: DonutPart[] = [
    { name: `${won} won`, value: won, tone: 'gain' },
    { name: `${lost} lost`, value: lost, tone: 'loss' },
    { name: `${even} break-even`, value: even, tone: 'neutral' },
    { name: `${open} open`, value: open, tone: 'neutral' },
  ]
  const [realized, unrealized] = [read('realizedProfit'), read('unrealizedProfit')]
  const costs = COSTS.map(([key, name]) => ({ name, value: read(key) }))
  const paid = costs.reduce((sum, { value }) => sum + value, 0)
  // A received swap is no cost.
  const parts = costs.map(({ name, value }): DonutPart => {
    return { name: `${formatNumber(value)} ${name}`, value, tone: value < 0 ? 'gain' : 'loss' }
  })
  return (
    <div className={classes['donuts']}>
      <div>
        <Donut
          label="Position Count"
          value={formatNumber(statistic(result, 'positionCount'), 0)}
          field="statistics.positionCount"
          raw={statistic(result, 'positionCount')}
          parts={counts}
        />
        <p className={classes['meaning']} {...rawFigure('outcomes', [won, lost, even, open].join(' '))}>
          {positionsDetail(result)}
        </p>
      </div>
      <div>
        <Donut
          label="Realized and Unrealized"
          title={`${PROFIT_TERMS.realized}. ${PROFIT_TERMS.unrealized}. ${PROFIT_TERMS.total}.`}
          value={formatSigned(statistic(result, 'profit'))}
          field="statistics.profit"
          raw={statistic(result, 'profit')}
          tone={signClass(read('profit'))}
          parts={[moneyPart('realized', realized), moneyPart('unrealized', unrealized)]}
        />
      </div>
      {statistic(result, 'grossProfit') === null ? null : (
        <div>
          <Donut label="Costs" value={formatNumber(paid)} field="costs" raw={paid} parts={parts} />
          <p className={classes['meaning']}>{open === 0 ? 'of all positions' : 'of closed and open positions'}</p>
        </div>
      )}
    </div>
  )
}
