import type { BacktestDetail } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { Gauge } from '../../charts/gauge.tsx'
import { formatNumber, formatPercent, formatSigned, signClass } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { Stat, StatList } from '../../ui/stat.tsx'
import classes from './backtest-result.module.css'
import { metricByKey, reasonText, statistic, trustText } from './reading.ts'

function Money({
  result,
  label,
  name,
}: {
  readonly result: BacktestDetail
  readonly label: string
  readonly name: string
}) {
  const value = statistic(result, name)
  return <Stat label={label} value={formatSigned(value)} tone={signClass(value)} />
}

function Return({
  result,
  label,
  name,
}: {
  readonly result: BacktestDetail
  readonly label: string
  readonly name: string
}) {
  const metric = metricByKey(result, name)
  const value = metric?.value ?? null
  return (
    <Stat
      label={label}
      value={formatPercent(value, 3, true)}
      tone={signClass(value)}
      detail={trustText(metric)}
      reason={reasonText(metric?.reason ?? null)}
    />
  )
}

const GAUGES = [
  { key: 'sharpeDaily', label: 'Sharpe, per day' },
  { key: 'sharpeMonthly', label: 'Sharpe, per month' },
  { key: 'sortinoDaily', label: 'Sortino, per day' },
  { key: 'sortinoMonthly', label: 'Sortino, per month' },
] as const

function positionsDetail(result: BacktestDetail): string {
  const [open, won, lost] = ['openPositions', 'winningPositions', 'losingPositions'].map((key) =>
    statistic(result, key),
  )
  return `${formatNumber(won, 0)}\u00A0won · ${formatNumber(lost, 0)}\u00A0lost · ${formatNumber(open, 0)}\u00A0open`
}

/** The specification's numbers of one result, each with what one must know to trust it. */
export function Dashboard({ result }: { readonly result: BacktestDetail }): ReactElement {
  const currency = result.accountCurrency
  const read = (key: string): number | null => statistic(result, key)
  return (
    <Panel title="Dashboard" detail={`Money in ${currency}`} flush>
      <div className={classes['dashboard']}>
        <StatList>
          <Stat label="Balance" value={formatNumber(read('balance'))} />
          <Stat label="Equity" value={formatNumber(read('equity'))} />
          <Money result={result} label="Unrealized Profit" name="unrealizedProfit" />
          <Money result={result} label="Realized Profit" name="realizedProfit" />
          <Money result={result} label="Total Profit" name="profit" />
          <Stat
            label="Return"
            value={formatPercent(read('profitPercentage'), 2, true)}
            tone={signClass(read('profitPercentage'))}
          />
          <Stat
            label="Position Count"
            value={formatNumber(read('positionCount'), 0)}
            detail={positionsDetail(result)}
          />
          <Stat
            label="Maximum Drawdown"
            value={formatPercent(read('maxDrawdownPercentage'))}
            detail={formatNumber(read('maxDrawdown'))}
          />
          <Stat
            label="Realized Pips"
            value={formatSigned(read('realizedPips'), 1)}
            tone={signClass(read('realizedPips'))}
          />
          <Return result={result} label="Average Daily Return" name="averageDailyReturn" />
          <Return result={result} label="Average Monthly Return" name="averageMonthlyReturn" />
          <Stat
            label="Profit Factor"
            value={formatNumber(result.profitFactor)}
            reason="Profit divided by maximum drawdown, given only when positive."
          />
        </StatList>
        <div className={classes['gauges']}>
          {GAUGES.map(({ key, label }) => {
            const metric = metricByKey(result, key)
            return (
              <Gauge
                key={key}
                label={label}
                value={metric?.value ?? read(key)}
                reason={reasonText(metric?.reason ?? null)}
                detail={trustText(metric)}
              />
            )
          })}
        </div>
      </div>
    </Panel>
  )
}
