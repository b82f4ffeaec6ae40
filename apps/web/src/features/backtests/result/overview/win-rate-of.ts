import type { BacktestDetail } from '@tradeloom/contracts'
import { metricByKey, statistic } from '../metrics/metric-format.ts'

/** Share of the closed positions that made money, in percent; null without closed positions. */
export function winRateOf(result: Pick<BacktestDetail, 'metrics' | 'statistics'>): number | null {
  const known = metricByKey(result, 'winRate')
  if (known !== undefined) return known.value
  const [won, closed] = [statistic(result, 'winningPositions'), statistic(result, 'closedPositions')]
  return won === null || closed === null || closed === 0 ? null : (won / closed) * 100
}
