import { type Instrument, isMarketOpen, nextChange } from '@tradeloom/domain'

import { type SeriesInterval, seriesMs } from '../store/series.ts'

const HOUR = 3_600_000
/** The silence of a weekend, 48 hours, with what brokers take off or add at its ends. */
const SHORTEST = 40 * HOUR
const LONGEST = 56 * HOUR
/** A week that ends or begins by more than this off a whole hour says nothing about clocks. */
const SLACK = 0.5
const WIDEST = 14

/** Times off by whole hours: rows lie so many hours after (before, when negative) the market's own hours. */
export interface ClockShift {
  readonly hours: number
  /** Weekends that show it, of those that show anything. */
  readonly weeks: number
  readonly of: number
}

/** Whole hours by which each weekend in the rows lies off that of forex; rows in order of time. */
export function weekendShifts(
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
  const votes = new Map<number, number>()
  for (const hours of shifts) if (hours !== 0) votes.set(hours, (votes.get(hours) ?? 0) + 1)
  const [best] = [...votes].sort((a, b) => b[1] - a[1] || Math.abs(a[0]) - Math.abs(b[0]))
  // A single odd weekend among good ones is a holiday; two of them are a clock that was changed at the wrong date.
  if (!best || (best[1] < 2 && best[1] * 2 <= shifts.length)) return null
  return { hours: best[0], weeks: best[1], of: shifts.length }
}
