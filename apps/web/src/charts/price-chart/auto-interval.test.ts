import { BAR_INTERVALS, INTERVALS } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import { grouping, intervalFor } from './auto-interval.ts'

const INTERVALS_FROM_M1 = BAR_INTERVALS.slice(BAR_INTERVALS.indexOf('M1'))
const DAY = 86_400_000

it('chooses the shortest interval with at most 2,000 bars in view', () => {
  const chosen = [1, 2, 7, 30, 365, 5_000].map((days) => intervalFor(days * DAY, INTERVALS_FROM_M1))
  expect(chosen).toEqual(['M1', 'M2', 'M10', 'M30', 'H8', 'W1'])
  for (const [at, days] of [1, 2, 7, 30, 365, 5_000].entries()) {
    expect((days * DAY) / INTERVALS[chosen[at] ?? 'M1'].ms).toBeLessThanOrEqual(2_000)
  }
})

it('chooses longer bars at once, and shorter ones only when few of them are in view', () => {
  expect(grouping('M1', 2_001, INTERVALS_FROM_M1)).toBe('M2')
  expect(grouping('M2', 1_000, INTERVALS_FROM_M1)).toBe('M2')
  expect(grouping('M2', 501, INTERVALS_FROM_M1)).toBe('M2')
  expect(grouping('M2', 500, INTERVALS_FROM_M1)).toBe('M1')
})
