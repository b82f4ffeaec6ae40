import { isoTime, monthOf, startOfMonth } from '@tradeloom/domain'

import type { AnyInput } from '../metric-input.ts'
import { dailyGrid } from '../stats/daily-grid.ts'
import { stepReader } from '../stats/step-reader.ts'
import type { Breakdowns, MonthOfRun } from './breakdowns.ts'

const DAY = 86_400_000

/** Of every day of the grid. */
export function dailyReturns(input: AnyInput): Breakdowns['daily'] {
  const { time, returns } = dailyGrid(input)
  return time.map((end, at) => ({ time: end - DAY, return: returns[at] as number }))
}

/** Every calendar month that the run touches, including partial ones. */
export function monthlyReturns({ start, end, days, initialBalance, equity }: AnyInput): MonthOfRun[] {
  const read = stepReader(days.time, days.equity, initialBalance)
  const months: MonthOfRun[] = []
  let before = read(start)
  for (let month = monthOf(start); startOfMonth(month) < end; month++) {
    const [from, to] = [startOfMonth(month), startOfMonth(month + 1)]
    const after = to >= end ? equity : read(to)
    months.push({
      month: isoTime(from).slice(0, 7),
      return: before > 0 ? after / before - 1 : 0,
      profit: after - before,
      whole: from >= start && to <= end,
    })
    before = after
  }
  return months
}
