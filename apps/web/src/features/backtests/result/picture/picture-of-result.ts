import { type BacktestCharts, type BacktestDetail, RETURN_OVER_DRAWDOWN } from '@tradeloom/contracts'
import { formatDay, formatLastDay, formatNumber, formatPercent } from '../../../../ui/format.ts'
import { intervalLabel } from '../../../../entities/runs/run-labels.ts'
import { statistic } from '../metrics/metric-format.ts'
import { winRateOf } from '../overview/win-rate-of.ts'
import { MAX_DRAWDOWN } from '../../../../ui/profit-terms.ts'
import type { PictureFigure, ResultPicture } from './draw-picture.ts'

function toneOf(value: number | null): PictureFigure['tone'] {
  if (value === null || value === 0) return 'plain'
  return value > 0 ? 'gain' : 'loss'
}

/** What the picture of a result says: the figures of the bar above the sections, with the same rounding. */
export function pictureOfResult(result: BacktestDetail, { equityCurve }: BacktestCharts): ResultPicture {
  const profit = statistic(result, 'profitPercentage')
  const plain = (name: string, text: string): PictureFigure => ({ name, text, tone: 'plain' })
  return {
    title: `${result.algorithmName} on ${result.symbol}`,
    detail: `${formatDay(result.start)} to ${formatLastDay(result.end)}, ${intervalLabel(result.interval)}, ${result.broker}`,
    figures: [
      { name: 'Return', text: formatPercent(profit, 2, true), tone: toneOf(profit) },
      plain(MAX_DRAWDOWN, formatPercent(statistic(result, 'maxDrawdownPercentage'))),
      plain(RETURN_OVER_DRAWDOWN.name, formatNumber(result.profitFactor)),
      plain('Positions', formatNumber(statistic(result, 'positionCount'), 0)),
      plain('Win rate', formatPercent(winRateOf(result))),
    ],
    curve: equityCurve,
    isSimulated: result.simulated,
  }
}
