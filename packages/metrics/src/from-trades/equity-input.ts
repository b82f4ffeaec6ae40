import { dayOfWeek } from '@tradeloom/domain'

import type { MetricInput } from '../metric-input.ts'

const DAY = 86_400_000

/** Equity by time, in time order. */
export interface EquityPoints {
  readonly time: readonly number[]
  readonly equity: readonly number[]
}

/** Forex, unless something happened on a UTC Saturday, when forex never trades. */
export function calendarOf(times: Iterable<number>): 'forex' | 'always' {
  for (const time of times) if (dayOfWeek(time) === 6) return 'always'
  return 'forex'
}

/** The start of a run whose first known equity is at `timestamp`: at midnight it is the result of the previous day. */
export function before(timestamp: number): number {
  return timestamp % DAY === 0 ? timestamp - DAY : timestamp
}

/** The input for an equity curve that starts with `initialBalance`; midnight ends the previous day. */
export function equityInput(
  { time, equity }: EquityPoints,
  { initialBalance, start, calendar }: { initialBalance: number; start: number; calendar: 'forex' | 'always' },
): Omit<MetricInput, 'closed' | 'openPositions'> {
  const days = { time: [] as number[], equity: [] as number[] }
  let [peak, fall, fraction, ruined] = [initialBalance, 0, 0, initialBalance <= 0]
  for (let at = 0; at < time.length; at++) {
    const value = equity[at] as number
    const dayEnd = Math.ceil((time[at] as number) / DAY) * DAY
    if (days.time.at(-1) === dayEnd) days.equity[days.equity.length - 1] = value
    else {
      days.time.push(dayEnd)
      days.equity.push(value)
    }
    peak = Math.max(peak, value)
    fall = Math.max(fall, peak - value)
    fraction = Math.max(fraction, (peak - value) / peak)
    if (value <= 0) ruined = true
  }
  if (calendar === 'forex') cutIdleWeekend(days, initialBalance)
  const last = equity.at(-1) ?? initialBalance
  return {
    start,
    end: time.at(-1) ?? start,
    initialBalance,
    balance: last,
    equity: last,
    maxDrawdown: fall,
    maxDrawdownFraction: fraction,
    ruined,
    calendar,
    days,
    curve: { time, equity },
    benchmark: null,
    benchmarkStart: null,
    quality: null,
    trials: null,
  }
}

/** Points at the end do not show prices of a weekend unless equity moves: they are no part of the following Monday. */
function cutIdleWeekend({ time, equity }: { time: number[]; equity: number[] }, initialBalance: number): void {
  const isWeekend = (dayEnd: number): boolean => [0, 6].includes(dayOfWeek(dayEnd - DAY))
  while (time.length > 0 && isWeekend(time.at(-1) as number) && equity.at(-1) === (equity.at(-2) ?? initialBalance)) {
    time.pop()
    equity.pop()
  }
}
