import { type Instrument, isMarketOpen, nextChange, nextRollover } from '@tradeloom/domain'

import { type SeriesInterval, seriesMs } from '../store/series.ts'

const HOUR = 3_600_000
/** The silence of a weekend, 48 hours, with what brokers take off or add at its ends. */
const SHORTEST = 40 * HOUR
const LONGEST = 56 * HOUR
/** A week that ends or begins by more than this off a whole hour says nothing about clocks. */
const SLACK = 0.5
const WIDEST = 14

/** The pause at the change of the banking day: shorter ones are quiet minutes, longer ones other holes. */
const MIN_PAUSE = 3 * 60_000
const MAX_PAUSE = 2 * HOUR
/** A pause begins this near to a whole hour, or it is none of the market's. */
const NEAR_HOUR = 0.1
const MIN_NIGHTS = 3
/** The first and last night of the rows are seen in part. */
const MAX_NIGHTS = 0.75

/** Times off by whole hours: rows lie so many hours after (before, when negative) the market's own hours. */
export interface ClockShift {
  readonly hours: number
  /** Seen from the ends of weeks or, where there is none, from the pause at the end of each banking day. */
  readonly by: 'week' | 'night'
  /** Weekends (nights) that show it, of those that show anything. */
  readonly weeks: number
  readonly of: number
}

/** From the ends of weeks, or from the pauses of the nights where no week ends in the rows. */
export function findClockShift(
  time: Float64Array,
  interval: SeriesInterval,
  calendar: Instrument['calendar'],
): { readonly weekends: number; readonly shift: ClockShift | null } {
  const shifts = weekendShifts(time, interval, calendar)
  if (shifts.length > 0) return { weekends: shifts.length, shift: settleShift(shifts) }
  return { weekends: 0, shift: nightShift(time, interval, calendar) }
}

/** Whole hours by which each weekend in the rows lies off that of forex; rows in order of time. */
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
  // The middle of the silence lies inside the true weekend, however the clock is shifted within half a day.
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
  // The last change before a closed moment: from within the open week before it.
  let closes = nextChange(calendar, middle - 3 * 24 * HOUR)
  for (let next = nextChange(calendar, closes); next <= middle; next = nextChange(calendar, closes)) closes = next
  return closes
}

/** The shift that most weekends show; null when they keep the market's hours or too few agree. */
export function settleShift(shifts: readonly number[]): ClockShift | null {
  const [best] = votesOf(shifts.filter((hours) => hours !== 0))
  // A single odd weekend among good ones is a holiday; two of them are a clock that was changed at the wrong date.
  if (!best || (best[1] < 2 && best[1] * 2 <= shifts.length)) return null
  return { hours: best[0], by: 'week', weeks: best[1], of: shifts.length }
}

/**
 * Currencies pause for some minutes when the banking day changes at 17:00 New York. Where the longest silence of every
 * day begins at another hour, nearly always the same one, the clock is off. Less than that says nothing.
 */
function nightShift(time: Float64Array, interval: SeriesInterval, calendar: Instrument['calendar']): ClockShift | null {
  const ms = seriesMs(interval)
  if (calendar === 'always' || ms > MIN_PAUSE) return null
  const longest = new Map<number, { from: number; length: number }>()
  for (let row = 1; row < time.length; row++) {
    const from = (time[row - 1] as number) + ms
    const length = (time[row] as number) - from
    if (length < MIN_PAUSE) continue
    // Of the day from five in the morning to five in the morning, with the change of day in its middle.
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

/** Whole hours with how often they were seen, the most frequent first and of equals the smaller shift. */
function votesOf(shifts: readonly (number | null)[]): [hours: number, count: number][] {
  const votes = new Map<number, number>()
  for (const hours of shifts) if (hours !== null) votes.set(hours, (votes.get(hours) ?? 0) + 1)
  return [...votes].sort((a, b) => b[1] - a[1] || Math.abs(a[0]) - Math.abs(b[0]))
}
