import { ratioProblem } from '../guards.ts'
import { ZERO_DEVIATION } from '../rates.ts'
import type { Reason } from '../metric.ts'
import type { Interval } from '../bootstrap/block-draws.ts'
import type { Sample } from './sample.ts'
import { deviation, total, withoutNoise } from './statistics.ts'

/** Why the returns cannot be compared with holding the instrument, or null. With `mayRest`, its price need not move. */
export function holdingProblem(sample: Sample, { mayRest = false } = {}): Reason | null {
  const problem = ratioProblem(sample, sample.byDay.returns)
  if (problem) return problem
  if (!sample.holding) return 'no-benchmark'
  return !mayRest && deviation(sample.holding) < ZERO_DEVIATION ? 'zero-deviation' : null
}

/** A statistic of the sums of r, h, h² and r·h over all days, with its interval; h is the return of holding. */
export function holdingSums(
  { byDay }: Sample,
  holding: readonly number[],
  statistic: (r: number, h: number, hh: number, rh: number) => number,
): { readonly value: number; readonly interval: Interval } {
  const squares = holding.map((value) => value * value)
  const products = holding.map((value, at) => value * (byDay.returns[at] as number))
  const value = statistic(total(byDay.returns), total(holding), total(squares), total(products))
  return { value, interval: byDay.interval([byDay.returns, holding, squares, products], statistic) }
}

/** Slope of the returns against those of holding, from their sums; undefined if holding does not vary. */
export function slopeOf(n: number, r: number, h: number, hh: number, rh: number): number {
  const varied = withoutNoise(hh - (h * h) / n, hh)
  return varied === 0 ? Number.NaN : (rh - (r * h) / n) / varied
}
