import { type BacktestDetail, RETURN_OVER_DRAWDOWN } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { Gauge } from '../../../../charts/gauge.tsx'
import { formatNumber, formatPercent, formatPlain, NOTHING, signClass } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { confidenceText, metricByKey, reasonText, statistic } from '../metrics/metric-format.ts'
import { CompactList } from './compact-list.tsx'
import { DashboardDonuts } from './dashboard-donuts.tsx'
import classes from './dashboard.module.css'
import { Figure } from './figure.tsx'

const GAUGES = [
  { key: 'sharpeDaily', label: 'Sharpe, per day' },
  { key: 'sharpeMonthly', label: 'Sharpe, per month' },
  { key: 'sortinoDaily', label: 'Sortino, per day' },
  { key: 'sortinoMonthly', label: 'Sortino, per month' },
] as const

/** The figures that the specification names. Sample sizes and confidence intervals are shown on hover and on focus. */
export function Dashboard({ result }: { readonly result: BacktestDetail }): ReactElement {
  return (
    <Panel title="Dashboard" detail={`Money in ${result.accountCurrency}`} flush>
      <div className={classes['dashboard']}>
        <div className={classes['figures']}>
          <StrongFigures result={result} />
          <CompactList result={result} />
        </div>
        <div className={classes['drawn']}>
          <DashboardDonuts result={result} />
          <Gauges result={result} />
        </div>
      </div>
    </Panel>
  )
}

/** What decides whether a run is worth a second look. */
function StrongFigures({ result }: { readonly result: BacktestDetail }): ReactElement {
  const profit = statistic(result, 'profitPercentage')
  const drawdown = statistic(result, 'maxDrawdownPercentage')
  const money = statistic(result, 'maxDrawdown')
  return (
    <dl className={classes['strong']}>
      <div>
        <dt>Return</dt>
        <dd>
          <Figure
            field="statistics.profitPercentage"
            raw={profit}
            text={formatPercent(profit, 2, true)}
            tone={signClass(profit)}
          />
        </dd>
        <dd className={classes['meaning']}>of the initial balance</dd>
      </div>
      <div>
        <dt>Maximum Drawdown</dt>
        <dd>
          <Figure field="statistics.maxDrawdownPercentage" raw={drawdown} text={formatPercent(drawdown)} />
        </dd>
        <dd className={classes['meaning']}>
          <Figure field="statistics.maxDrawdown" raw={money} text={formatNumber(money)} /> {result.accountCurrency}
        </dd>
      </div>
      <div>
        <dt title={RETURN_OVER_DRAWDOWN.meaning}>{RETURN_OVER_DRAWDOWN.name}</dt>
        <dd title={result.profitFactor === null ? 'Only defined when the return is positive.' : undefined}>
          <Figure field="profitFactor" raw={result.profitFactor} text={formatNumber(result.profitFactor)} />
        </dd>
        <dd className={classes['meaning']}>
          <ProfitFactorMeaning result={result} />
        </dd>
      </div>
    </dl>
  )
}

/** The figure has another name in the specification, whose usual meaning is the one below. */
function ProfitFactorMeaning({ result }: { readonly result: BacktestDetail }): ReactElement {
  const gross = metricByKey(result, 'grossProfitFactor')?.value ?? null
  const meaning = 'called “profit factor” in the API'
  if (gross === null) return <>{meaning}</>
  return (
    <>
      {`${meaning}\nProfit factor (gross profit / gross loss): `}
      <Figure field="metrics.grossProfitFactor" raw={gross} text={formatNumber(gross, 3)} />
    </>
  )
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
        value === null ? null : (
          <div key={key}>
            <Gauge
              label={label}
              value={value}
              interval={metric?.interval ?? null}
              detail={metric === undefined ? '' : `n = ${formatPlain(metric.n)}`}
              explanation={confidenceText(metric)}
              field={`metrics.${key}`}
            />
          </div>
        ),
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
