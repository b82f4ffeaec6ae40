import { minuteOfDay } from './quiet-until.ts'

const DAY_MINUTES = 1440
const MINUTE_MS = 60_000
/** What has not come within that is not sent on this day. */
const WINDOW_MINUTES = 60

export interface DailyHour {
  /** Minute of the day. */
  readonly at: number
  readonly timeZone: string
}

export interface HourDue {
  /** The day there, such as `2026-11-27`. */
  readonly day: string
  /** Minutes since the hour. */
  readonly minutes: number
}

/** The day whose hour was within the last sixty minutes; null between them. */
export function hourDue({ at, timeZone }: DailyHour, now: number): HourDue | null {
  const minutes = (minuteOfDay(now, timeZone) - at + DAY_MINUTES) % DAY_MINUTES
  if (minutes >= WINDOW_MINUTES) return null
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(now - minutes * MINUTE_MS)
  return { day, minutes }
}
