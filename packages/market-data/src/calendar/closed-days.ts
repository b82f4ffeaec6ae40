import { type Closure, joinClosures } from '@tradeloom/domain'

import { localClock } from '@tradeloom/domain'

const DAY = 86_400_000
const QUARTER = 15 * 60_000

/** One local day on which a market keeps other hours than usual. */
export interface ClosedDay {
  /** Midnight of the day, as if local time were UTC. */
  readonly date: number
  /** Milliseconds after midnight: when it closes early and when it opens late; both null: closed all day. */
  readonly close: number | null
  readonly open: number | null
}

/** Spans of UTC time in which a market with these days in `zone` is closed, in order and without overlaps. */
export function closuresOfDays(days: readonly ClosedDay[], zone: string): readonly Closure[] {
  return joinClosures(
    days.flatMap(localSpans).map(({ from, to }) => ({ from: utcMoment(from, zone), to: utcMoment(to, zone) })),
  )
}

/** A day that closes before it opens has a break; one that opens before it closes is shorter at both ends. */
function localSpans({ date, close, open }: ClosedDay): { from: number; to: number }[] {
  const [midnight, next] = [date, date + DAY]
  if (close !== null && open !== null && close < open) return [{ from: date + close, to: date + open }]
  if (close === null && open === null) return [{ from: midnight, to: next }]
  const late = open === null ? [] : [{ from: midnight, to: date + open }]
  const early = close === null ? [] : [{ from: date + close, to: next }]
  return [...late, ...early]
}

/** A time that the clock skips stands for the first one after it. */
function utcMoment(local: number, zone: string): number {
  for (let at = local; ; at += QUARTER) {
    const utc = localClock(zone).toUtc(at)
    if (!Number.isNaN(utc)) return utc
  }
}

/** Midnight of a date as UTC milliseconds; null for the 31st of April. */
export function dateOf(year: number, month: number, day: number): number | null {
  const time = Date.UTC(year, month - 1, day)
  const date = new Date(time)
  const same = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return same ? time : null
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
