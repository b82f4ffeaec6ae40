import type { OptimizationRows } from '../rows/optimization-rows.ts'
import type { Bins } from './value-histogram.tsx'
import { valueRange } from './value-range.ts'

const BINS = 40

/** Yearly Sharpe ratios of the backtests that traded differently; null if none has one. */
export function sharpeBins(rows: OptimizationRows, daysPerYear: number): Bins | null {
  const root = Math.sqrt(daysPerYear)
  const ratios = rows.sharpe.filter((_, row) => rows.status[row] === 0 && rows.duplicateOf[row] === -1)
  const range = valueRange(ratios)
  if (range === null) return null
  const [low, high] = range[1] > range[0] ? range : [range[0] - 0.01, range[1] + 0.01]
  const counts = Array.from({ length: BINS }, () => 0)
  for (const ratio of ratios) {
    if (!Number.isFinite(ratio)) continue
    const bin = Math.min(BINS - 1, Math.floor(((ratio - low) / (high - low)) * BINS))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  return { from: low * root, to: high * root, counts }
}
