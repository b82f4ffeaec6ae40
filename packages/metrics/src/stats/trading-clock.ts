import { type Closure, isMarketOpen, nextChange } from '@tradeloom/domain'

/**
 * Counts the milliseconds during which a market was open, from `start` to a time of the run, in any order of calls;
 * times outside the run count as its start or end. Holidays and shortened days are not trading time.
 */
export function tradingClock(
  calendar: 'forex' | 'always',
  start: number,
  end: number,
  closures: readonly Closure[] = [],
): (time: number) => number {
  if (calendar === 'always' && closures.length === 0) return (time) => Math.min(Math.max(time, start), end) - start
  const opens: number[] = []
  const before: number[] = []
  const closes: number[] = []
  let total = 0
  for (let at = start; at < end;) {
    const until = Math.min(end, nextChange(calendar, at, closures))
    if (isMarketOpen(calendar, at, closures)) {
      opens.push(at)
      before.push(total)
      closes.push(until)
      total += until - at
    }
    at = until
  }
  return (time) => {
    const span = lastAtOrBefore(opens, time)
    return span < 0 ? 0 : (before[span] as number) + Math.min(time, closes[span] as number) - (opens[span] as number)
  }
}

/** Index of the last of sorted `times` at or before a time, or -1. */
export function lastAtOrBefore(times: ArrayLike<number>, time: number): number {
  let low = -1
  let high = times.length
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((times[middle] as number) <= time) low = middle
    else high = middle
  }
  return low
}
