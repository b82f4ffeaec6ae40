import { dayOfWeek, monthOf, startOfMonth } from '@tradeloom/domain'

import { drawAgain } from './bootstrap.ts'
import type { MetricInput, Sample } from './metric.ts'

const DAY = 86_400_000

/** Returns by day and month, and what follows from the input alone. */
export function sample(input: MetricInput): Sample {
  const daily = dailyReturns(input)
  const profits = input.closed.map(({ profit }) => profit)
  return {
    ...input,
    daily,
    profits,
    dailyDraws: once(() => drawAgain(daily, 20)),
    profitDraws: once(() => drawAgain(profits, 1)),
    daysPerYear: input.calendar === 'always' ? 365 : 260,
    monthly: monthlyReturns(input),
    length: (input.end - input.start) / DAY,
  }
}

/**
 * Days end at 00:00 UTC and every day of the grid counts. Forex days are Monday to Friday; what happens on Sunday
 * evening belongs to Monday's return.
 */
function dailyReturns(input: MetricInput): number[] {
  const equityAt = equityReader(input)
  const returns: number[] = []
  let before = input.initialBalance
  for (let day = Math.floor(input.start / DAY); day * DAY < input.end; day++) {
    const weekday = dayOfWeek(day * DAY)
    if (input.calendar === 'forex' && (weekday === 0 || weekday === 6)) continue
    const equity = equityAt((day + 1) * DAY)
    returns.push(before > 0 ? equity / before - 1 : 0)
    before = equity
  }
  return returns
}

/** Whole UTC calendar months; a broken first or last month is left out. */
function monthlyReturns(input: MetricInput): number[] {
  const equityAt = equityReader(input)
  const returns: number[] = []
  let month = monthOf(input.start)
  if (startOfMonth(month) < input.start) month += 1
  let before = equityAt(startOfMonth(month))
  for (; startOfMonth(month + 1) <= input.end; month++) {
    const equity = equityAt(startOfMonth(month + 1))
    returns.push(before > 0 ? equity / before - 1 : 0)
    before = equity
  }
  return returns
}

/** Equity at a moment: of the last day that had ended by then. To be asked in order of time. */
function equityReader({ days, initialBalance }: MetricInput): (moment: number) => number {
  let at = -1
  return (moment) => {
    while (at + 1 < days.time.length && (days.time[at + 1] as number) <= moment) at += 1
    return at < 0 ? initialBalance : (days.equity[at] as number)
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => (made ??= { value: make() }).value
}
