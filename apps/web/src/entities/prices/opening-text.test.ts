import { expect, it } from 'vitest'
import { openingText } from './opening-text.ts'

const SATURDAY = Date.UTC(2026, 10, 28, 17, 0)
const FOREX = { calendar: 'forex' } as const

it.each([
  [SATURDAY, 'Opens Sun 22:00, in 1 d 5 h'],
  [Date.UTC(2026, 10, 29, 20, 30), 'Opens Sun 22:00, in 1 h 30 min'],
  [Date.UTC(2026, 10, 29, 21, 59, 30), 'Opens Sun 22:00, in 1 min'],
  // With daylight saving time, New York is an hour nearer.
  [Date.UTC(2026, 6, 4, 21, 0), 'Opens Sun 21:00, in 1 d 0 h'],
])('says at %d when the forex week begins', (now, text) => {
  expect(openingText(FOREX, now)).toBe(text)
})

it('says nothing of a market that its venue has closed within its hours', () => {
  expect(openingText(FOREX, Date.UTC(2026, 10, 30, 12))).toBeNull()
  expect(openingText({ calendar: 'always' }, SATURDAY)).toBeNull()
})
