import { dayOfWeek, DIRECTIONS } from '@tradeloom/domain'

import type { ClosedColumns } from '../closed-columns.ts'
import type { PositionGroup } from './breakdowns.ts'

/** A group with the pips of its positions. */
export interface GroupOfPositions extends PositionGroup {
  readonly pips: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const WEEK_FROM_MONDAY = [...WEEKDAYS.slice(1), 'Sunday']
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
/** Upper bounds; the last one is open. */
const DURATIONS: readonly (readonly [key: string, below: number])[] = [
  ['< 1 min', MINUTE],
  ['1-5 min', 5 * MINUTE],
  ['5-15 min', 15 * MINUTE],
  ['15-60 min', HOUR],
  ['1-4 h', 4 * HOUR],
  ['4-24 h', DAY],
  ['1-7 days', 7 * DAY],
  ['> 7 days', Infinity],
]

export function byHour(closed: ClosedColumns): GroupOfPositions[] {
  const { openTime } = closed
  return groups(closed, HOURS, (at) => {
    const time = openTime[at] as number
    return Math.floor((time - Math.floor(time / DAY) * DAY) / HOUR)
  })
}

export function byWeekday(closed: ClosedColumns): GroupOfPositions[] {
  const { openTime } = closed
  return groups(closed, WEEK_FROM_MONDAY, (at) => (dayOfWeek(openTime[at] as number) + 6) % 7)
}

export function byDuration(closed: ClosedColumns): GroupOfPositions[] {
  const { openTime, closeTime } = closed
  return groups(
    closed,
    DURATIONS.map(([key]) => key),
    (at) => {
      const length = (closeTime[at] as number) - (openTime[at] as number)
      return DURATIONS.findIndex(([, below]) => length < below)
    },
  )
}

export function byInstrument(closed: ClosedColumns): GroupOfPositions[] {
  const { instrument, instrumentIds } = closed
  const keys = instrumentIds.toSorted()
  const places = instrumentIds.map((id) => keys.indexOf(id))
  return groups(closed, keys, (at) => places[instrument[at] as number] ?? NaN)
}

export function byDirection(closed: ClosedColumns): GroupOfPositions[] {
  return groups(closed, DIRECTIONS, (at) => closed.direction[at] as number)
}

/** Null if the script used no tags. */
export function byTag(closed: ClosedColumns): GroupOfPositions[] | null {
  const { tag, tags } = closed
  return tag === undefined || tags === undefined ? null : groups(closed, ['', ...tags], (at) => tag[at] as number)
}

/** Positions by index into `keys`, in their order; those without an index are in no group. */
function groups(
  { length, profit, pips }: ClosedColumns,
  keys: readonly string[],
  placeOf: (at: number) => number,
): GroupOfPositions[] {
  const sums = keys.map((key) => ({ key, n: 0, profit: 0, pips: 0, wins: 0 }))
  for (let at = 0; at < length; at++) {
    const sum = sums[placeOf(at)]
    if (!sum) continue
    const value = profit[at] as number
    sum.n += 1
    sum.profit += value
    // Imported trades may have no pips.
    sum.pips += Number.isNaN(pips[at]) ? 0 : (pips[at] as number)
    if (value > 0) sum.wins += 1
  }
  return sums
    .filter(({ n }) => n > 0)
    .map(({ key, n, profit: total, pips: sum, wins }) => ({
      key,
      n,
      profit: total,
      pips: sum,
      winRate: wins / n,
      averageProfit: total / n,
    }))
}
