import { Tooltip } from '@mantine/core'
import type { BacktestDetail } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatNumber, formatPercent, formatSigned, signClass } from '../../../../ui/format.ts'
import { confidenceText, metricByKey, reasonText, statistic } from '../metrics/metric-format.ts'
import classes from './dashboard.module.css'
import { Figure } from './figure.tsx'

interface Row {
  readonly label: string
  readonly field: string
  readonly value: number | null
  readonly text: string
  readonly tone: string
  /** Sample size and interval, or why there is no value. */
  readonly explanation: string
}

function statisticRow(result: BacktestDetail, key: string, label: string, decimals: number | null = null): Row {
  const value = statistic(result, key)
  const text = decimals === null ? formatNumber(value) : formatSigned(value, decimals)
  const tone = decimals === null ? '' : signClass(value)
  return { label, field: `statistics.${key}`, value, text, tone, explanation: '' }
}

function returnRow(result: BacktestDetail, key: string, label: string): Row {
  const metric = metricByKey(result, key)
  const value = metric?.value ?? null
  return {
    label,
    field: `metrics.${key}`,
    value,
    text: formatPercent(value, 3, true),
    tone: signClass(value),
    explanation: reasonText(metric?.reason ?? null) ?? confidenceText(metric),
  }
}

/** The rest of the figures, one line each. */
export function CompactList({ result }: { readonly result: BacktestDetail }): ReactElement {
  const rows = [
    statisticRow(result, 'balance', 'Balance'),
    statisticRow(result, 'equity', 'Equity'),
    statisticRow(result, 'realizedProfit', 'Realized Profit', 2),
    statisticRow(result, 'unrealizedProfit', 'Unrealized Profit', 2),
    statisticRow(result, 'profit', 'Total Profit', 2),
    statisticRow(result, 'realizedPips', 'Realized Pips', 1),
    returnRow(result, 'averageDailyReturn', 'Average Daily Return'),
    returnRow(result, 'averageMonthlyReturn', 'Average Monthly Return'),
  ]
  return (
    <dl className={classes['compact']}>
      {rows.map((row) => (
        <div key={row.label}>
          <dt>{row.label}</dt>
          <dd>
            <Explained row={row} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Explained({ row }: { readonly row: Row }): ReactElement {
  const figure = <Figure field={row.field} raw={row.value} text={row.text} tone={row.tone} />
  if (row.explanation === '') return figure
  return (
    <Tooltip
      label={<span className={classes['lines']}>{row.explanation}</span>}
      events={{ hover: true, focus: true, touch: true }}
    >
      <span className={classes['explained']} tabIndex={0} aria-label={`${row.text}; ${row.explanation}`} role="note">
        {figure}
      </span>
    </Tooltip>
  )
}
