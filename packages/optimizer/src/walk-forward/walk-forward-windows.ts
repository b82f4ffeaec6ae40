import { DAY } from '@tradeloom/domain'

import { mixSeed } from '../lattice/mix-seed.ts'
import type { WalkForwardPlan } from './walk-forward-plan.ts'

export interface WalkForwardWindow {
  readonly number: number
  readonly trainStart: number
  readonly trainEnd: number
  readonly testStart: number
  readonly testEnd: number
  /** Seed of the window's search. */
  readonly seed: number
}

/**
 * The windows that fit into the period. Test windows follow each other without gaps or overlaps; days at the end that do
 * not fill one remain unused.
 */
export function walkForwardWindows(plan: WalkForwardPlan): WalkForwardWindow[] {
  const { start, end, trainDays, testDays, isAnchored, embargoDays = 1, seed } = plan
  for (const [name, days, min] of [
    ['training', trainDays, 1],
    ['test', testDays, 1],
    ['embargo', embargoDays, 0],
  ] as const)
    if (!Number.isInteger(days) || days < min)
      throw new RangeError(`The ${name} must be a whole number of days, at least ${min}`)
  const windows: WalkForwardWindow[] = []
  for (let number = 0; ; number++) {
    const shift = number * testDays * DAY
    const trainEnd = start + trainDays * DAY + shift
    const testStart = trainEnd + embargoDays * DAY
    const testEnd = testStart + testDays * DAY
    if (testEnd > end) return windows
    const trainStart = isAnchored ? start : start + shift
    windows.push({ number, trainStart, trainEnd, testStart, testEnd, seed: mixSeed(seed, number) })
  }
}
