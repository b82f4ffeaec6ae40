import { dayOfWeek, monthOf, startOfMonth } from '@tradeloom/domain'

import type { AnyInput, MetricInput } from '../metric-input.ts'
import { stepReader } from './step-reader.ts'

const DAY = 86_400_000

/**
 * Midnights that end the days of the grid. Days end at 00:00 UTC, and every day of the grid counts. Forex days are
 * Monday to Friday; Sunday evening belongs to Monday's return, even in a run that ends before Monday.
 */
export function dayEnds({ days, initialBalance, ...period }: GridInput): number[] {
  const ends = weekdayEnds(period)
  const read = stepReader(days.time, days.equity, initialBalance)
  const isMoved = read(ends.at(-1) ?? -Infinity) !== read(Infinity)
  if (period.calendar === 'forex' && isMoved) ends.push(endOfWeekday(period.end))
  return ends
}

/** Without the weekend that a forex run may end in. */
export function weekdayEnds({ calendar, start, end }: Pick<AnyInput, 'calendar' | 'start' | 'end'>): number[] {
  const ends: number[] = []
  for (let day = Math.floor(start / DAY); day * DAY < end; day++) {
    const weekday = dayOfWeek(day * DAY)
    if (calendar === 'forex' && (weekday === 0 || weekday === 6)) continue
    ends.push((day + 1) * DAY)
  }
  return ends
}

type GridInput = Pick<AnyInput, 'calendar' | 'start' | 'end' | 'days' | 'initialBalance'>

/** The end of the day of a time; weekends count as the following Monday. */
export function endOfWeekday(time: number): number {
  let day = Math.ceil(time / DAY) - 1
  while (dayOfWeek(day * DAY) === 0 || dayOfWeek(day * DAY) === 6) day += 1
  return (day + 1) * DAY
}

/** Starts of the whole UTC calendar months of a run, and the end of the last one. */
export function monthBounds({ start, end }: Pick<MetricInput, 'start' | 'end'>): number[] {
  let month = monthOf(start)
  if (startOfMonth(month) < start) month += 1
  const bounds = [startOfMonth(month)]
  for (; startOfMonth(month + 1) <= end; month++) bounds.push(startOfMonth(month + 1))
  return bounds
}

/** Returns from each value to the next, as fractions. After a total loss, returns are 0. */
export function returnsOf(values: readonly number[]): number[] {
  const returns: number[] = []
  for (let at = 1; at < values.length; at++) {
    const before = values[at - 1] as number
    returns.push(before > 0 ? (values[at] as number) / before - 1 : 0)
  }
  return returns
}
