import type { Optimization } from '@tradeloom/contracts'

const DAY = 86_400_000
/** Annualized ratios of a shorter period mean nothing, and results of backtests do not show them either. */
const MIN_DAYS = 90

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
