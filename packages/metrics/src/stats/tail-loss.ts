import { hasTraded } from '../guards.ts'
import { type MetricValue, none, some } from '../metric.ts'
import type { Sample } from './sample.ts'
import { deviation, mean, normalDensity, normalQuantile, quantile } from './statistics.ts'

/** Days needed for a historical tail, so that at minDays one day is in it. */
const MIN_DAYS: Readonly<Record<number, number>> = { 0.05: 20, 0.01: 100 }

/**
 * Days needed in the tail for an interval: with fewer, the worst drawn day bounds the result, and far less than 95 of
 * 100 such intervals contain the true value.
 */
const MIN_IN_TAIL = { quantile: 4, mean: 15 } as const

/** Daily loss at the edge of the worst share of days, or mean loss beyond it; in percent, positive. */
export function historicalTail(sample: Sample, share: 0.05 | 0.01, of: 'quantile' | 'mean'): MetricValue {
  const { byDay } = sample
  const n = byDay.returns.length
  const problem = tailProblem(sample, MIN_DAYS[share] as number)
  if (problem) return none(problem, n)
  const limit = quantile(byDay.sorted(), share)
  const value = of === 'quantile' ? limit : mean(byDay.returns.filter((r) => r <= limit))
  const interval = n * share < MIN_IN_TAIL[of] ? null : asLoss(byDay.tailInterval(share, of))
  return some(-value * 100, n, { interval })
}

/** The same for a normal distribution with the mean and deviation of the days. */
export function normalTail(sample: Sample, share: 0.05 | 0.01, of: 'quantile' | 'mean'): MetricValue {
  const { byDay } = sample
  const { returns } = byDay
  const n = returns.length
  const problem = tailProblem(sample, 2)
  if (problem) return none(problem, n)
  const z = normalQuantile(share)
  // The mean of a normal distribution below its quantile is this many deviations below its center.
  const reach = of === 'quantile' ? -z : normalDensity(z) / share
  const interval = byDay.interval([returns, byDay.squares()], (sum, squares) => {
    const middle = sum / n
    return middle - reach * Math.sqrt(Math.max(0, squares - n * middle * middle) / (n - 1))
  })
  return some(-(mean(returns) - reach * deviation(returns)) * 100, n, { interval: asLoss(interval) })
}

function tailProblem(sample: Sample, minDays: number): 'no-trades' | 'ruined' | 'too-few' | null {
  if (!hasTraded(sample)) return 'no-trades'
  if (sample.ruined) return 'ruined'
  return sample.byDay.returns.length < minDays ? 'too-few' : null
}

function asLoss(interval: readonly [number, number] | null): readonly [number, number] | null {
  return interval && [-interval[1] * 100, -interval[0] * 100]
}
