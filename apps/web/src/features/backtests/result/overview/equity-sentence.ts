import type { BacktestDetail } from '@tradeloom/contracts'
import { formatDay, formatLastDay, formatNumber, formatPercent } from '../../../../ui/format.ts'
import { statistic } from '../metrics/metric-format.ts'

/** The equity chart in words. */
export function equitySentence(result: BacktestDetail): string {
  const equity = statistic(result, 'equity')
  const change = formatPercent(statistic(result, 'profitPercentage'), 2, true)
  const drawdown = formatPercent(statistic(result, 'maxDrawdownPercentage'))
  const money = (value: number | null): string => `${formatNumber(value)} ${result.accountCurrency}`
  return `From ${formatDay(result.start)} to ${formatLastDay(result.end)}, equity went from ${money(result.initialBalance)} to ${money(equity)} (${change}). The largest drawdown was ${drawdown}.`
}
