import type { OptimizationRows } from '../rows/optimization-rows.ts'

/** Profit percentage divided by maximum drawdown, as the specification has it; null if that is not positive. */
export function profitFactor(
  { profitPercentage, maxDrawdownPercentage }: OptimizationRows,
  row: number,
): number | null {
  const factor = (profitPercentage[row] ?? NaN) / (maxDrawdownPercentage[row] ?? NaN)
  return factor > 0 && Number.isFinite(factor) ? factor : null
}
