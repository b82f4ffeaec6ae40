import { type BarInterval, INTERVALS } from '@tradeloom/domain'
import { MAX_BARS_IN_VIEW } from './chart-limits.ts'

/** A shorter interval is chosen only when this few of its bars would be in view, so that it does not change to and fro. */
const FEW_BARS = MAX_BARS_IN_VIEW / 2

/** The shortest interval with at most `MAX_BARS_IN_VIEW` bars in a span, `width` in milliseconds. */
export function intervalFor(width: number, intervals: readonly BarInterval[]): BarInterval {
  const fitting = intervals.find((one) => width / INTERVALS[one].ms <= MAX_BARS_IN_VIEW)
  return fitting ?? intervals.at(-1) ?? 'W1'
}

/** The interval that suits the bars in view: the current one unless they have become too many, or few. */
export function grouping(current: BarInterval, barsInView: number, intervals: readonly BarInterval[]): BarInterval {
  const width = barsInView * INTERVALS[current].ms
  if (barsInView > MAX_BARS_IN_VIEW) return intervalFor(width, intervals)
  const shorter = intervals.find((one) => width / INTERVALS[one].ms <= FEW_BARS)
  return shorter !== undefined && INTERVALS[shorter].ms < INTERVALS[current].ms ? shorter : current
}
