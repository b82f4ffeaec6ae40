import { UserError } from '../user-error.ts'
import { DAY, MINUTE } from './units.ts'
import { offsetReader } from './zone-offset.ts'

const QUARTER = 15 * MINUTE

/** Converts local times of one file, in file order, to UTC. */
export interface LocalClock {
  readonly zone: string
  /** UTC milliseconds; NaN for a time that was skipped when daylight saving time began. */
  toUtc(local: number): number
  /** Whether the last time was one that the clock showed twice (end of daylight saving time). */
  wasAmbiguous(): boolean
}

/**
 * The canonical name of a time zone: `UTC`, `UTC-05:00`, `-5`, or a name such as `Europe/Athens`. Throws if it is
 * unknown.
 */
export function checkTimezone(zone: string): string {
  if (fixedOffset(zone) !== null) return zone
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone && zone
  } catch {
    throw new UserError(
      'invalid-input',
      `Time zone "${zone}" is unknown. Use a name like Europe/Athens or an offset like UTC-05:00`,
    )
  }
}

/** Milliseconds east of UTC for `UTC-05:00`, `GMT+2`, `-0500`, `UTC`; null for a named zone. */
export function fixedOffset(zone: string): number | null {
  const match = /^(?:UTC|GMT|Z)?(?:([+-])(\d{1,2})(?::?(\d{2}))?)?$/i.exec(zone.trim())
  if (!match || zone.trim() === '') return null
  const minutes = Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0)
  if (minutes > 14 * 60) return null
  return (match[1] === '-' ? -1 : 1) * minutes * 60_000
}

/** A clock for one file. `zone` must have passed `checkTimezone`. */
export function localClock(zone: string): LocalClock {
  const fixed = fixedOffset(zone)
  if (fixed !== null) return { zone, toUtc: (local) => local - fixed, wasAmbiguous: () => false }
  const offsets = offsetReader(zone)
  // All zones change at a whole quarter hour, so its two possible offsets hold for the whole quarter hour.
  const known = new Map<number, readonly number[]>()
  let last = Number.NEGATIVE_INFINITY
  let ambiguous = false
  return {
    zone,
    wasAmbiguous: () => ambiguous,
    toUtc(local) {
      const quarter = Math.floor(local / QUARTER)
      let candidates = known.get(quarter)
      if (!candidates) {
        candidates = possibleOffsets(quarter * QUARTER, offsets)
        known.set(quarter, candidates)
      }
      ambiguous = candidates.length > 1
      const [early, late] = candidates
      if (early === undefined) return Number.NaN
      // A time shown twice is the first one until the file has passed it; when it is repeated, it is the later one.
      const utc = local - early
      last = late !== undefined && utc <= last ? local - late : utc
      return last
    },
  }
}

/** Offsets at which the zone's clock shows `local`, earlier time first. */
function possibleOffsets(local: number, offsetAt: (utc: number) => number): readonly number[] {
  const tried = new Set([offsetAt(local - DAY), offsetAt(local + DAY)])
  const fitting = [...tried].filter((offset) => offsetAt(local - offset) === offset)
  return fitting.sort((a, b) => b - a)
}
