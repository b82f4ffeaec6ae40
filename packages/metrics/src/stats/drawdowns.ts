import type { AnyInput } from '../metric-input.ts'
import { flatUntil } from './flat-until.ts'

/** Equity below its peak. Times are UTC milliseconds. */
export interface Drawdown {
  /** When equity was last at the peak. */
  readonly start: number
  readonly trough: number
  /** When it returned to the peak; null if it has not. */
  readonly end: number | null
  /** As a fraction of the peak, and in money. */
  readonly depth: number
  readonly depthMoney: number
}

type CurveInput = Pick<AnyInput, 'curve' | 'days' | 'initialBalance' | 'start'> & Parameters<typeof flatUntil>[0]

/** Every drawdown of the equity events, in time order; the first peak is the starting balance. */
export function drawdownsOf(input: CurveInput): Drawdown[] {
  const { curve, days, initialBalance, start, end } = input
  // Without its own events, the curve is the equity at the ends of days.
  const { time, equity } = curve.time.length > 0 ? curve : days
  const found: Drawdown[] = []
  // While the account is flat there are no equity events, but equity is still at its peak.
  const leftAt = flatUntil(input)
  let [peak, peakTime, low, lowTime] = [initialBalance, start, initialBalance, start]
  let firstBelow = start
  const close = (until: number | null): void => {
    if (low >= peak) return
    found.push({
      start: Math.min(leftAt(peakTime), firstBelow),
      trough: lowTime,
      end: until,
      depth: (peak - low) / peak,
      depthMoney: peak - low,
    })
  }
  for (let at = 0; at < time.length; at++) {
    const value = equity[at] as number
    const timestamp = Math.min(time[at] as number, end)
    if (value < peak) {
      if (low >= peak) firstBelow = timestamp
      if (value < low) [low, lowTime] = [value, timestamp]
      continue
    }
    close(timestamp)
    ;[peak, peakTime, low, lowTime] = [value, timestamp, value, timestamp]
  }
  close(null)
  return found
}
