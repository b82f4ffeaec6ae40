import type { Sample } from './sample.ts'
import { lastAtOrBefore } from './trading-clock.ts'

/**
 * Integral of 1 / equity over the time in which the market was open, from the start to a moment. The average of a
 * position's value by equity is then its value times a difference of two of these, whatever equity did meanwhile.
 */
export function inverseEquity({ curve, days, initialBalance, start, tradingTime }: Sample): (time: number) => number {
  const clock = tradingTime()
  const known = curve.time.length > 0 ? curve : days
  const times = Float64Array.from([start, ...known.time])
  const equity = Float64Array.from([initialBalance, ...known.equity])
  const sums = new Float64Array(times.length)
  for (let at = 1; at < times.length; at++) {
    const span = clock(times[at] as number) - clock(times[at - 1] as number)
    sums[at] = (sums[at - 1] as number) + span / (equity[at - 1] as number)
  }
  return (time) => {
    const at = Math.max(0, lastAtOrBefore(times, time))
    return (sums[at] as number) + (clock(time) - clock(times[at] as number)) / (equity[at] as number)
  }
}
