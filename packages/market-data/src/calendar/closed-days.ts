import { type Closure, joinClosures } from '@tradeloom/domain'

import { localClock } from '@tradeloom/domain/zones'

const DAY = 86_400_000
const QUARTER = 15 * 60_000

/** One local day with hours other than usual. */
export interface ClosedDay {
  /** Midnight of the day as UTC milliseconds, as if local time were UTC. */
  readonly date: number
  /** Milliseconds after midnight of an early close and a late open; both are null on a day without trading. */
  readonly close: number | null
  readonly open: number | null
}

/** Every second day of a century. A file is read at once, so a longer one would keep everybody waiting. */
export const MAX_DAYS = 20_000

/** The closures of these local days in UTC, in order and without overlaps. */
export function closuresOfDays(days: readonly ClosedDay[], zone: string): readonly Closure[] {
  const spans = days.flatMap(localSpans)
  const utc = utcOf(
    spans.flatMap(({ from, to }) => [from, to]),
    zone,
  )
  return joinClosures(spans.map(({ from, to }) => ({ from: utc.get(from) ?? from, to: utc.get(to) ?? to })))
}

/** A day that closes before it opens has a break; one that opens before it closes is shortened at both ends. */
function localSpans({ date, close, open }: ClosedDay): { from: number; to: number }[] {
  const [midnight, next] = [date, date + DAY]
  if (close !== null && open !== null && close < open) return [{ from: date + close, to: date + open }]
  if (close === null && open === null) return [{ from: midnight, to: next }]
  const late = open === null ? [] : [{ from: midnight, to: date + open }]
  const early = close === null ? [] : [{ from: date + close, to: next }]
  return [...late, ...early]
}

/** UTC times by local time. A local time that the clock skips becomes the first one after it. */
function utcOf(locals: readonly number[], zone: string): ReadonlyMap<number, number> {
  // One clock, because making one is slow; each time once and in order, because it takes a time that comes again for the
  // second of two that it shows.
  const clock = localClock(zone)
  const utcs = new Map<number, number>()
  for (const local of locals.toSorted((a, b) => a - b)) {
    if (utcs.has(local)) continue
    let utc = clock.toUtc(local)
    for (let at = local + QUARTER; Number.isNaN(utc); at += QUARTER) utc = clock.toUtc(at)
    utcs.set(local, utc)
  }
  return utcs
}

/** Midnight of a date in UTC milliseconds; null for a date that does not exist, such as April 31. */
export function dateOf(year: number, month: number, day: number): number | null {
  const time = Date.UTC(year, month - 1, day)
  const date = new Date(time)
  const same = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return same ? time : null
}

/** Like all times of runs and charts. */
export function isKnownYear(date: number): boolean {
  const year = new Date(date).getUTCFullYear()
  return year >= 1900 && year <= 2199
}

/** Milliseconds after midnight of `17:00`, `17:00:00`, `24:00` or `1.00:00:00`; null for anything else. */
export function timeOfDay(text: string): number | null {
  if (text === '1.00:00:00') return DAY
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text)
  if (!match) return null
  const [hours, minutes, seconds] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)]
  const time = ((hours * 60 + minutes) * 60 + seconds) * 1_000
  return minutes < 60 && seconds < 60 && time <= DAY ? time : null
}
