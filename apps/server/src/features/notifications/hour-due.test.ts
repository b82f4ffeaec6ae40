import { expect, it } from 'vitest'
import { hourDue } from './hour-due.ts'

const BERLIN = 'Europe/Berlin'

it.each([
  ['2026-11-27T07:59:59Z', 9 * 60, null],
  ['2026-11-27T08:00:00Z', 9 * 60, { day: '2026-11-27', minutes: 0 }],
  ['2026-11-27T08:59:59Z', 9 * 60, { day: '2026-11-27', minutes: 59 }],
  ['2026-11-27T09:00:00Z', 9 * 60, null],
  // After midnight it is still that of the day before.
  ['2026-11-27T23:20:00Z', 23 * 60 + 50, { day: '2026-11-27', minutes: 30 }],
  // The clock jumps from 02:00 to 03:00, and later from 03:00 back to 02:00.
  ['2026-03-29T01:00:00Z', 2 * 60 + 30, { day: '2026-03-29', minutes: 30 }],
  ['2026-10-25T00:30:00Z', 2 * 60 + 30, { day: '2026-10-25', minutes: 0 }],
  ['2026-10-25T01:30:00Z', 2 * 60 + 30, { day: '2026-10-25', minutes: 0 }],
])('at %s the hour of minute %i in Berlin is %o', (time, at, due) => {
  expect(hourDue({ at, timeZone: BERLIN }, Date.parse(time))).toEqual(due)
})
