import { type Closure, closureAfter } from './closures.ts'
import type { Instrument } from '../instrument.ts'
import { newYorkOffset } from './new-york-time.ts'
import { DAY, HOUR, WEEK } from './units.ts'

/** 1970-01-04 was a Sunday. */
const SUNDAY_EVENING = 3 * DAY + 17 * HOUR
const OPEN_DAYS = 5 * DAY
const NONE: readonly Closure[] = []

/**
 * Whether the market of a calendar is open at `time` (UTC milliseconds). `closures` (holidays, early closes) must be in
 * order and must not overlap, as returned by `joinClosures`. Market assumption: the forex week runs from Sunday 17:00
 * to Friday 17:00 New York time, including daylight saving time; other closures of a broker are in `closures` or
 * unknown.
 */
export function isMarketOpen(
  calendar: Instrument['calendar'],
  time: number,
  closures: readonly Closure[] = NONE,
): boolean {
  if (calendar === 'forex' && weekPosition(time) >= OPEN_DAYS) return false
  if (closures.length === 0) return true
  const next = closures[closureAfter(closures, time)]
  return next === undefined || time < next.from
}

/**
 * The first time after `time` at which the market opens or closes, UTC milliseconds; Infinity if it never does.
 * `closures` as for `isMarketOpen`.
 */
export function nextChange(
  calendar: Instrument['calendar'],
  time: number,
  closures: readonly Closure[] = NONE,
): number {
  const open = isMarketOpen(calendar, time, closures)
  for (let at = time; ;) {
    at = nextEdge(calendar, at, closures)
    if (!Number.isFinite(at) || isMarketOpen(calendar, at, closures) !== open) return at
  }
}

/** 0 is Sunday. 1970-01-01 was a Thursday. */
export function dayOfWeek(time: number): number {
  return (((Math.floor(time / DAY) + 4) % 7) + 7) % 7
}

/** The next time at which something may change: an edge of the week or of a closure. */
function nextEdge(calendar: Instrument['calendar'], time: number, closures: readonly Closure[]): number {
  const next = closures[closureAfter(closures, time)]
  const closure = next === undefined ? Number.POSITIVE_INFINITY : time < next.from ? next.from : next.to
  // Nothing opens inside a closure, so weekends in it can be skipped.
  if (calendar === 'always' || (next !== undefined && time >= next.from)) return closure
  return Math.min(closure, weekEdge(time))
}

/** The next Sunday or Friday 17:00 in New York after `time`; NaN and infinite times have none. */
function weekEdge(time: number): number {
  const position = weekPosition(time)
  const known = newYorkOffset(time)
  const local = time + known - position + (position < OPEN_DAYS ? OPEN_DAYS : WEEK)
  // Clocks change on Sundays at 02:00: never within an hour of these edges, but between them.
  return local - newYorkOffset(local - known)
}

/** Milliseconds since Sunday 17:00 New York time. */
function weekPosition(time: number): number {
  const since = time + newYorkOffset(time) - SUNDAY_EVENING
  return since - Math.floor(since / WEEK) * WEEK
}
