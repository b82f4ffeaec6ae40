import type { BacktestTotals } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatNumber, formatPercent, signClass } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Stat, StatList } from '../../../ui/stat.tsx'

/** Over every backtest that the list contains, also those that are not loaded. */
export function TotalsPanel({ totals }: { readonly totals: BacktestTotals }): ReactElement {
  const { count, completed, months, averageMonthlyProfit, averageDrawdown } = totals
  const reason = 'No completed backtests yet'
  return (
    <Panel title="Totals" detail={`${formatNumber(completed, 0)} of ${formatNumber(count, 0)} completed`} flush>
      <StatList>
        <Stat label="Total Months Backtested" value={formatNumber(months, 1)} />
        <Stat
          label="Average Monthly Profit"
          value={formatPercent(averageMonthlyProfit, 2, true)}
          tone={signClass(averageMonthlyProfit)}
          reason={reason}
        />
        <Stat label="Average Drawdown" value={formatPercent(averageDrawdown)} reason={reason} />
      </StatList>
    </Panel>
  )
}
