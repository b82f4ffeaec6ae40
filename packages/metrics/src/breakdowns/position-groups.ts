import { dayOfWeek, DIRECTIONS } from '@tradeloom/domain'

import type { ClosedPosition } from '../position.ts'
import type { PositionGroup } from './breakdowns.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const WEEK_FROM_MONDAY = [...WEEKDAYS.slice(1), 'Sunday']
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
/** Upper ends, the last one open. */
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

type Positions = readonly ClosedPosition[]

export function byHour(positions: Positions): PositionGroup[] {
  return groups(positions, HOURS, ({ openTime }) =>
    openTime === null ? null : (HOURS[Math.floor((openTime - Math.floor(openTime / DAY) * DAY) / HOUR)] as string),
  )
}

export function byWeekday(positions: Positions): PositionGroup[] {
  return groups(positions, WEEK_FROM_MONDAY, ({ openTime }) =>
    openTime === null ? null : (WEEKDAYS[dayOfWeek(openTime)] as string),
  )
}

export function byDuration(positions: Positions): PositionGroup[] {
  return groups(
    positions,
    DURATIONS.map(([key]) => key),
    ({ openTime, closeTime }) =>
      openTime === null ? null : (DURATIONS.find(([, below]) => closeTime - openTime < below)?.[0] ?? null),
  )
}

export function byInstrument(positions: Positions): PositionGroup[] {
  const ids = new Set(positions.map(({ instrumentId }) => instrumentId).filter((id) => id !== null))
  return groups(positions, [...ids].toSorted(), ({ instrumentId }) => instrumentId)
}

export function byDirection(positions: Positions): PositionGroup[] {
  return groups(positions, DIRECTIONS, ({ direction }) => direction)
}

/** Positions by key, in the order of `keys`; those of which the key is unknown are in no group. */
function groups(
  positions: Positions,
  keys: readonly string[],
  keyOf: (position: ClosedPosition) => string | null,
): PositionGroup[] {
  const sums = new Map(keys.map((key) => [key, { n: 0, profit: 0, wins: 0 }]))
  for (const position of positions) {
    const key = keyOf(position)
    const sum = key === null ? undefined : sums.get(key)
    if (!sum) continue
    sum.n += 1
    sum.profit += position.profit
    if (position.profit > 0) sum.wins += 1
  }
  return [...sums]
    .filter(([, { n }]) => n > 0)
    .map(([key, { n, profit, wins }]) => ({ key, n, profit, winRate: wins / n, averageProfit: profit / n }))
}
