import type { BacktestDetail } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { Waterfall } from '../../../../charts/waterfall.tsx'
import { formatNumber, formatPercent } from '../../../../ui/format.ts'
import { Panel, PanelNote } from '../../../../ui/panel.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { statistic } from '../metrics/metric-format.ts'

const COSTS = [
  ['spreadCost', 'Spread'],
  ['slippageCost', 'Slippage'],
  ['commission', 'Commission'],
  ['swapCost', 'Swap'],
  ['fundingCost', 'Funding'],
] as const

/** What the costs mean for the strategy. */
export function costsSentence(gross: number, costs: number, positions: number, currency: string): string {
  if (costs === 0) return 'No costs were charged: check whether that is realistic for this market.'
  const each = `${formatNumber(Math.abs(costs) / positions)} ${currency} per position`
  if (costs < 0) return `Holding earned more than all costs, ${each}.`
  if (gross <= 0) return `Costs were ${each}; the positions lost money even before them.`
  if (costs > gross) return `Costs were ${each}, more than the gross profit.`
  return `Costs were ${each}, ${formatPercent((costs / gross) * 100, 1)} of the gross profit.`
}

/** From profit at mid prices to net profit by each cost, open positions included. */
export function CostsPanel({ result }: { readonly result: BacktestDetail }): ReactElement {
  const gross = statistic(result, 'grossProfit')
  const positions = statistic(result, 'positionCount') ?? 0
  const steps = COSTS.map(([key, label]) => ({ field: `paid.${key}`, label, change: -(statistic(result, key) ?? 0) }))
  const costs = -steps.reduce((sum, { change }) => sum + change, 0)
  return (
    <Panel title="Costs" detail="From gross to net profit, of closed and open positions" flush>
      {gross === null ? (
        <EmptyState title="Not available" text="This result predates the cost breakdown. Run it again to see it." />
      ) : positions === 0 ? (
        <EmptyState title="No positions" text="No trades, no costs." />
      ) : (
        <>
          <Waterfall
            label="From gross to net profit"
            first={{ field: 'statistics.grossProfit', label: 'Gross profit', change: gross }}
            steps={steps}
            last={{ field: 'statistics.profit', label: 'Net profit', change: statistic(result, 'profit') ?? 0 }}
            currency={result.accountCurrency}
          />
          <PanelNote style={{ fontSize: 13 }} data-field="sentences.costs" data-raw={costs}>
            {costsSentence(gross, costs, positions, result.accountCurrency)}
          </PanelNote>
        </>
      )}
    </Panel>
  )
}
