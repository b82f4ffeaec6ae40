import type { MetricInput } from '../metric-input.ts'
import { endOfWeekday, weekdayEnds } from './return-grid.ts'
import { stepReader } from './step-reader.ts'

type GridReturnsInput = Pick<MetricInput, 'calendar' | 'start' | 'end' | 'initialBalance'> & {
  readonly days: { readonly time: ArrayLike<number>; readonly equity: ArrayLike<number> }
}

/**
 * Returns of the days that all daily metrics use: of forex Monday to Friday, with Sunday evening in Monday's. As many of
 * them for every run over the same prices, so that runs can be compared day by day.
 */
export function gridReturns(input: GridReturnsInput): Float64Array {
  const { calendar, end, days, initialBalance } = input
  const ends = weekdayEnds(input)
  // Prices of a weekend that a run ends in.
  const last = days.time[days.time.length - 1] ?? -Infinity
  if (calendar === 'forex' && last > (ends.at(-1) ?? -Infinity)) ends.push(endOfWeekday(end))
  const equity = ends.map(stepReader(days.time, days.equity, initialBalance))
  return Float64Array.from(equity, (value, day) => {
    const before = day === 0 ? initialBalance : (equity[day - 1] as number)
    return value / before - 1
  })
}
