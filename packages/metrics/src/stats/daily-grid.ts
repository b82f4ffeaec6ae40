import { dayOfWeek } from '@tradeloom/domain'

import type { AnyInput } from '../metric-input.ts'
import { returnsOf } from './returns-of.ts'
import { stepReader } from './step-reader.ts'

const DAY = 86_400_000

type GridInput = Pick<AnyInput, 'calendar' | 'start' | 'end' | 'days' | 'initialBalance'>

/** The days that all daily figures of a run use. */
export interface DailyGrid {
  /** Midnights that end the days. */
  readonly time: readonly number[]
  readonly equity: readonly number[]
  /** Fractions; 0 for idle days. */
  readonly returns: readonly number[]
}

/**
 * Days end at 00:00 UTC, and every day of the grid counts. Forex days are Monday to Friday; Sunday evening belongs to
 * Monday's return, even in a run that ends before Monday. As many days for every run over the same prices, so that runs
 * can be compared day by day.
 */
export function dailyGrid(input: GridInput): DailyGrid {
  const time = dayEnds(input)
  const equity = time.map(stepReader(input.days.time, input.days.equity, input.initialBalance))
  return { time, equity, returns: returnsOf([input.initialBalance, ...equity]) }
}

function dayEnds({ calendar, start, end, days }: GridInput): number[] {
  const ends: number[] = []
  for (let day = Math.floor(start / DAY); day * DAY < end; day++)
    if (calendar === 'always' || !isWeekend(day)) ends.push((day + 1) * DAY)
  // Prices of the weekend in which the run ends.
  const last = days.time[days.time.length - 1] ?? -Infinity
  if (calendar === 'forex' && last > (ends.at(-1) ?? -Infinity)) ends.push(endOfWeekday(end))
  return ends
}

/** The end of the day of a time; weekends count as the following Monday. */
function endOfWeekday(time: number): number {
  let day = Math.ceil(time / DAY) - 1
  while (isWeekend(day)) day += 1
  return (day + 1) * DAY
}

function isWeekend(day: number): boolean {
  const weekday = dayOfWeek(day * DAY)
  return weekday === 0 || weekday === 6
}
