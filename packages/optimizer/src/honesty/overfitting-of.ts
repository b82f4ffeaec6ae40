import { overfittingSplits } from '@tradeloom/metrics'

import { histogramOf } from './histogram-of.ts'
import type { Histogram, OverfittingBlocks } from './luck.ts'

export interface Overfitting {
  readonly probability: number
  readonly logits: Histogram & OverfittingBlocks
}

const BINS = 40

/** Null for fewer than two trials that differ, or too few days for two in each block. */
export function overfittingOf(trials: readonly ArrayLike<number>[], days: number): Overfitting | null {
  // The number of ways to halve the time is what it costs: fewer of them for very many trials.
  const most = trials.length <= 5_000 ? 16 : trials.length <= 20_000 ? 12 : 10
  const blocks = Math.min(most, 2 * Math.floor(days / 4))
  if (blocks < 2) return null
  const { logits, leftOut } = overfittingSplits({ trials, blocks })
  const splits = logits.reduce((sum, logit) => sum + logit.splits, 0)
  if (splits === 0) return null
  const below = logits.reduce((sum, { value, splits: n }) => sum + (value < 0 ? n : value === 0 ? n / 2 : 0), 0)
  const reach = Math.max(...logits.map(({ value }) => Math.abs(value))) || 1
  const weighted = logits.map(({ value, splits: weight }) => ({ value, weight }))
  const histogram = histogramOf(weighted, BINS, { from: -reach, to: reach }) as Histogram
  return { probability: below / splits, logits: { ...histogram, blocks, leftOut } }
}
