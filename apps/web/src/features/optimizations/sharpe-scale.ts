import type { Optimization } from '@tradeloom/contracts'
import { formatNumber, NOTHING } from '../../ui/format.ts'

const DAY = 86_400_000
/** Annualized ratios of less mean nothing: results of backtests show those of short periods in brackets, too. */
const MIN_DAYS = 90
const MIN_POSITIONS = 30

/** How Sharpe ratios per day are shown: multiplied by a factor, per this unit of time. */
export interface SharpeScale {
  readonly factor: number
  readonly unit: 'year' | 'day'
}

export function sharpeScale({
  start,
  end,
  daysPerYear,
}: Pick<Optimization, 'start' | 'end' | 'daysPerYear'>): SharpeScale {
  const isShort = Date.parse(end) - Date.parse(start) < MIN_DAYS * DAY
  return isShort || daysPerYear === null ? { factor: 1, unit: 'day' } : { factor: Math.sqrt(daysPerYear), unit: 'year' }
}

/** The ratio of a backtest; in brackets if it is annualized and rests on few positions. */
export function sharpeText(ratio: number | null | undefined, { factor, unit }: SharpeScale, positions: number): string {
  const text = formatNumber(ratio == null ? null : ratio * factor, 3)
  return unit === 'year' && positions < MIN_POSITIONS && text !== NOTHING ? `(${text})` : text
}
