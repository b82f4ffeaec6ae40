import { DAY } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import type { DayGrade, RunDataQuality } from './data-quality.ts'
import { gapHeadline, msWithData } from './gap-headline.ts'

const MONDAY = Date.UTC(2024, 0, 1)

/** Weeks of five open days; those in `empty` have no price. */
function quality(weeks: number, empty: readonly number[]): RunDataQuality {
  const days = Array.from({ length: weeks * 7 }, (_, i): DayGrade => {
    const expected = i % 7 < 5 ? 1440 : 0
    const missing = empty.includes(Math.floor(i / 7)) ? expected : 3
    return [MONDAY + i * DAY, expected, expected - missing, missing]
  })
  return { from: MONDAY, to: MONDAY + weeks * 7 * DAY, days } as unknown as RunDataQuality
}

it('A run across months without prices says from when to when, and how many months have data', () => {
  const gap = quality(26, [4, 5, 6, 7, 8])
  expect(gapHeadline(gap)).toBe('No prices from 2024-01-29 to 2024-03-01; data for 4.8 of 6.0 months')
  expect(msWithData(gap)).toBe((26 * 7 - 37) * DAY)
})

it('Holidays and missing weeks are no gap of months', () => {
  expect(gapHeadline(null)).toBeNull()
  expect(gapHeadline(quality(26, [4, 5, 6]))).toBeNull()
  expect(msWithData(quality(26, [4, 5, 6]))).toBe(26 * 7 * DAY)
})

it('Gaps at both ends and those of other markets are named', () => {
  const own = quality(26, [0, 1, 2, 3, 4, 22, 23, 24, 25])
  const other = { ...quality(26, [4, 5, 6, 7, 8]), instrumentId: 'GBPUSD:FXCM' }
  expect(gapHeadline({ ...own, markets: [other] })).toBe(
    'No prices from 2024-01-01 to 2024-02-02, 2024-06-03 to 2024-06-28; data for 3.8 of 6.0 months; no prices of GBPUSD:FXCM from 2024-01-29 to 2024-03-01',
  )
})
