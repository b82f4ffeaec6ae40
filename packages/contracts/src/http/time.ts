import { z } from 'zod'

/** No market is older, and databases and calendars handle everything in between. UTC milliseconds. */
export const FIRST_TIME = Date.UTC(1900, 0, 1)
export const LAST_TIME = Date.UTC(2200, 0, 1) - 1

const OUT_OF_RANGE = 'A date must lie between 1900 and 2199'

/** A time as text: ISO 8601 with Z. */
export const isoTime = z.iso.datetime({ abort: true }).refine(
  (value) => {
    const time = Date.parse(value)
    return time >= FIRST_TIME && time <= LAST_TIME
  },
  { message: OUT_OF_RANGE },
)

/** A day in UTC: `2026-11-27`. */
export const utcDay = z.iso.date().refine((day) => isoTime.safeParse(`${day}T00:00:00Z`).success, OUT_OF_RANGE)

/** A time as UTC milliseconds. */
export const utcTime = z.number().int().min(FIRST_TIME, OUT_OF_RANGE).max(LAST_TIME, OUT_OF_RANGE)
