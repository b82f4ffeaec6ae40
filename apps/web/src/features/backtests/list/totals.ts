import type { Backtest } from '@tradeloom/contracts'

const MONTH = (365.25 / 12) * 86_400_000

export interface Totals {
  readonly months: number
  /** Percent per month; null without a completed run. */
  readonly averageMonthlyProfit: number | null
  /** Percent; null without a completed run. */
  readonly averageDrawdown: number | null
}

/** Totals of completed runs: a stopped or failed run does not cover its whole period. */
export function backtestTotals(rows: readonly Backtest[]): Totals {
  let months = 0
  let profit = 0
  let drawdown = 0
  let count = 0
  for (const row of rows) {
    if (row.status !== 'Completed') continue
    months += (Date.parse(row.end) - Date.parse(row.start)) / MONTH
    profit += row.profitPercentage ?? 0
    drawdown += row.maxDrawdownPercentage ?? 0
    count += 1
  }
  return {
    months,
    averageMonthlyProfit: months > 0 ? profit / months : null,
    averageDrawdown: count > 0 ? drawdown / count : null,
  }
}
