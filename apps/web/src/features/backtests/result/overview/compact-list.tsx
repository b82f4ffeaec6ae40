import type { BacktestDetail } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { formatNumber, formatPercent, formatSigned, signClass } from '../../../../ui/format.ts'
import { confidenceText, metricByKey, reasonText, statistic } from '../metrics/metric-format.ts'
import { type CompactRow, CompactRows } from './compact-rows.tsx'

function statisticRow(result: BacktestDetail, key: string, label: string, decimals: number | null = null): CompactRow {
  const value = statistic(result, key)
  const text = decimals === null ? formatNumber(value) : formatSigned(value, decimals)
  const tone = decimals === null ? '' : signClass(value)
  return { label, field: `statistics.${key}`, value, text, tone, explanation: '' }
}

function returnRow(result: BacktestDetail, key: string, label: string): CompactRow {
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
  return <CompactRows rows={rows} />
}
