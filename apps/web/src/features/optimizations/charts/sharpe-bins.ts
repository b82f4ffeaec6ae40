import { sharpeHistogram } from '@tradeloom/optimizer'
import type { OptimizationRows } from '../rows/optimization-rows.ts'
import type { Bins } from './value-histogram.tsx'

/** Sharpe ratios of the backtests that traded differently, times a factor; null if none has one. */
export function sharpeBins(rows: OptimizationRows, factor: number): Bins | null {
  const ratios: number[] = []
  for (const [row, ratio] of rows.sharpe.entries()) {
    if (rows.status[row] === 0 && rows.duplicateOf[row] === -1 && Number.isFinite(ratio)) ratios.push(ratio * factor)
  }
  return sharpeHistogram(ratios)
}
