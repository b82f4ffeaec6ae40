import type { BacktestDetail } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { Gauge } from '../../../../charts/gauge.tsx'
import { formatNumber, formatPercent, formatSigned, NOTHING, signClass } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { Stat, StatList } from '../../../../ui/stat.tsx'
import classes from '../backtest-result.module.css'
import { metricByKey, reasonText, statistic, confidenceText } from '../metrics/metric-format.ts'

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
      detail={confidenceText(metric)}
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

/** The parts that add up to the position count. */
export function positionsDetail(result: Pick<BacktestDetail, 'statistics'>): string {
  const [open, closed, won, lost] = ['openPositions', 'closedPositions', 'winningPositions', 'losingPositions'].map(
    (key) => statistic(result, key),
  )
  const even = (closed ?? 0) - (won ?? 0) - (lost ?? 0)
  const parts = [`${formatNumber(won, 0)}\u00A0won`, `${formatNumber(lost, 0)}\u00A0lost`]
  if (even > 0) parts.push(`${formatNumber(even, 0)}\u00A0break-even`)
  return [...parts, `${formatNumber(open, 0)}\u00A0open`].join(' · ')
}

/** The figures that the specification names, with sample sizes and confidence intervals. */
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
            detail={profitFactorDetail(result)}
            reason="Return divided by maximum drawdown; only defined when the return is positive."
          />
        </StatList>
        <Gauges result={result} />
      </div>
    </Panel>
  )
}

/** Two different figures have this name, so both are shown with their definitions. */
function profitFactorDetail(result: BacktestDetail): string {
  const gross = metricByKey(result, 'grossProfitFactor')?.value ?? null
  const meaning = 'return / max. drawdown'
  return gross === null ? meaning : `${meaning}\ngross profit / gross loss: ${formatNumber(gross)}`
}

/** A gauge for each ratio with a value; for the others, the reason why there is none. */
function Gauges({ result }: { readonly result: BacktestDetail }): ReactElement {
  const gauges = GAUGES.map(({ key, label }) => {
    const metric = metricByKey(result, key)
    return { key, label, metric, value: metric?.value ?? statistic(result, key) }
  })
  const missing = gauges.filter(({ value }) => value === null)
  return (
    <div className={classes['gauges']}>
      {gauges.map(({ key, label, metric, value }) =>
        value === null ? null : <Gauge key={key} label={label} value={value} detail={confidenceText(metric)} />,
      )}
      {missing.length === 0 ? null : (
        <dl className={classes['noGauges']}>
          {missing.map(({ key, label, metric }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{reasonText(metric?.reason ?? null) ?? NOTHING}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
