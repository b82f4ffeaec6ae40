import type { Instrument } from './instrument.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * Whether the market of a calendar is open at `time` (UTC milliseconds).
 * Market assumption: the forex week runs from Sunday 22:00 to Friday 22:00 UTC, which is 17:00 in New York in winter;
 * the hour that summer time moves and bank holidays are not modelled.
 */
export function isMarketOpen(calendar: Instrument['calendar'], time: number): boolean {
  if (calendar === 'always') return true
  const day = dayOfWeek(time)
  const inDay = time - Math.floor(time / DAY) * DAY
  if (day === 6) return false
  if (day === 0) return inDay >= 22 * HOUR
  if (day === 5) return inDay < 22 * HOUR
  return true
}

/** 0 is Sunday. 1970-01-01 was a Thursday. */
export function dayOfWeek(time: number): number {
  return (((Math.floor(time / DAY) + 4) % 7) + 7) % 7
}
