import { type Instrument, isMarketOpen, nextChange, nextRollover } from '@tradeloom/domain'

import { type SeriesInterval, seriesMs } from '../store/series.ts'

const HOUR = 3_600_000
/** The silence of a weekend is 48 hours, give or take what brokers add or remove at its ends. */
const SHORTEST = 40 * HOUR
const LONGEST = 56 * HOUR
/** A week that ends or begins further than this from a whole hour says nothing about the clock. */
const SLACK = 0.5
const WIDEST = 14

/** The daily pause at 17:00 New York: shorter silences are quiet minutes, longer ones are gaps. */
const MIN_PAUSE = 3 * 60_000
const MAX_PAUSE = 2 * HOUR
/** Maximum distance of the pause from a whole hour; otherwise it is not the market's daily pause. */
const NEAR_HOUR = 0.1
const MIN_NIGHTS = 3
/** The first and last night of the rows are incomplete. */
const MAX_NIGHTS = 0.75

/** A shift by whole hours: rows are this many hours after (before, if negative) the market's own hours. */
export interface ClockShift {
  readonly hours: number
  /** Detected from the ends of weeks or, without any, from the pause at the end of each banking day. */
  readonly by: 'week' | 'night'
  /** Weekends (nights) that show the shift, and all that show anything. */
  readonly weeks: number
  readonly of: number
}

/** Detects a shift from the ends of weeks, or from the nightly pauses if no week ends in the rows. */
export function findClockShift(
  time: Float64Array,
  interval: SeriesInterval,
  calendar: Instrument['calendar'],
): { readonly weekends: number; readonly shift: ClockShift | null } {
  const shifts = weekendShifts(time, interval, calendar)
  if (shifts.length > 0) return { weekends: shifts.length, shift: settleShift(shifts) }
  return { weekends: 0, shift: nightShift(time, interval, calendar) }
}

/** Whole hours by which each weekend in the rows differs from that of forex; rows in time order. */
function weekendShifts(
  time: Float64Array,
  interval: SeriesInterval,
  calendar: Instrument['calendar'],
): readonly number[] {
  const ms = seriesMs(interval)
  // Longer bars do not show the hour at which a week ends.
  if (calendar === 'always' || ms > HOUR) return []
  const shifts: number[] = []
  for (let row = 1; row < time.length; row++) {
    const end = (time[row - 1] as number) + ms
    const start = time[row] as number
    if (start - end < SHORTEST || start - end > LONGEST) continue
    const hours = shiftOf(end, start, calendar)
    if (hours !== null) shifts.push(hours)
  }
  return shifts
}

function shiftOf(end: number, start: number, calendar: Instrument['calendar']): number | null {
  // The middle of the silence is inside the true weekend, for any clock shift below half a day.
  const middle = (end + start) / 2
  if (isMarketOpen(calendar, middle)) return null
  const opens = nextChange(calendar, middle)
  const closes = closingBefore(middle, calendar)
  const atClose = (end - closes) / HOUR
  const atOpen = (start - opens) / HOUR
  const hours = Math.round((atClose + atOpen) / 2)
  if (Math.abs(atClose - hours) > SLACK || Math.abs(atOpen - hours) > SLACK || Math.abs(hours) > WIDEST) return null
  return hours === 0 ? 0 : hours
}

function closingBefore(middle: number, calendar: Instrument['calendar']): number {
  // The last change before a closed time, searched from within the open week before it.
  let closes = nextChange(calendar, middle - 3 * 24 * HOUR)
  for (let next = nextChange(calendar, closes); next <= middle; next = nextChange(calendar, closes)) closes = next
  return closes
}

/** The shift that most weekends show; null if they match the market's hours or too few agree. */
export function settleShift(shifts: readonly number[]): ClockShift | null {
  const [best] = votesOf(shifts.filter((hours) => hours !== 0))
  // A single odd weekend among good ones is a holiday; two of them are a clock that changed on the wrong date.
  if (!best || (best[1] < 2 && best[1] * 2 <= shifts.length)) return null
  return { hours: best[0], by: 'week', weeks: best[1], of: shifts.length }
}

/**
 * Currencies pause for some minutes at the change of the banking day, 17:00 New York. If the longest silence of almost
 * every day begins at the same other hour, the clock is off. Weaker evidence is ignored.
 */
function nightShift(time: Float64Array, interval: SeriesInterval, calendar: Instrument['calendar']): ClockShift | null {
  const ms = seriesMs(interval)
  if (calendar === 'always' || ms > MIN_PAUSE) return null
  const longest = new Map<number, { from: number; length: number }>()
  for (let row = 1; row < time.length; row++) {
    const from = (time[row - 1] as number) + ms
    const length = (time[row] as number) - from
    if (length < MIN_PAUSE) continue
    // The day from 05:00 to 05:00 New York time, with the rollover in its middle.
    const night = nextRollover(from - 12 * HOUR)
    if (length > (longest.get(night)?.length ?? 0)) longest.set(night, { from, length })
  }
  const nights = [...longest]
  const hours = nights.map(([night, { from, length }]) => {
    const offset = (from - night) / HOUR
    return length <= MAX_PAUSE && Math.abs(offset - Math.round(offset)) <= NEAR_HOUR ? Math.round(offset) : null
  })
  const [best] = votesOf(hours)
  if (!best || best[0] === 0 || best[1] < MIN_NIGHTS || best[1] < nights.length * MAX_NIGHTS) return null
  return { hours: best[0], by: 'night', weeks: best[1], of: nights.length }
}

/** Whole hours with their counts, most frequent first, and the smaller shift first among equals. */
function votesOf(shifts: readonly (number | null)[]): [hours: number, count: number][] {
  const votes = new Map<number, number>()
  for (const hours of shifts) if (hours !== null) votes.set(hours, (votes.get(hours) ?? 0) + 1)
  return [...votes].sort((a, b) => b[1] - a[1] || Math.abs(a[0]) - Math.abs(b[0]))
}
