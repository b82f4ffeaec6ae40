import { quantile } from '@tradeloom/metrics'

import { histogramOf } from './histogram-of.ts'
import type { Histogram } from './luck.ts'

const BINS = 40
/** In interquartile ranges from the middle half: Tukey's outer fence. */
const FAR_OUT = 3

/**
 * Counts of Sharpe ratios in equal bins. The first one includes all that lie far below the others, as those of trials that
 * hardly trade: the risk-free rate is many of their deviations.
 */
export function sharpeHistogram(ratios: readonly number[]): Histogram | null {
  if (ratios.length === 0) return null
  const sorted = Float64Array.from(ratios).sort()
  const [low, high] = [quantile(sorted, 0.25), quantile(sorted, 0.75)]
  const bounds = { from: Math.max(sorted[0] as number, low - FAR_OUT * (high - low)), to: sorted.at(-1) as number }
  return histogramOf(
    ratios.map((value) => ({ value, weight: 1 })),
    BINS,
    bounds,
  )
}
