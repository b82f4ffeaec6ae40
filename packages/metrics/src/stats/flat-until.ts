import { closedColumns } from '../closed-columns.ts'
import type { AnyInput } from '../metric-input.ts'
import { inOrderOf } from './in-order-of.ts'
import { positionSpans } from './position-spans.ts'
import { lastAtOrBefore } from './trading-clock.ts'

type Positions = Pick<AnyInput, 'closed' | 'openPositions' | 'positionsUnknown' | 'end'>

/**
 * Until when equity cannot change from a given time on, because no position is open: the next opening. The time itself if a
 * position is open then, if none follows, or if openings are unknown.
 */
export function flatUntil({ closed, ...input }: Positions): (time: number) => number {
  const spans = positionSpans({ ...input, closed: closedColumns(closed) })
  if (spans === null) return (time) => time
  const order = inOrderOf(spans.from)
  const openings = Float64Array.from(order, (at) => spans.from[at] ?? NaN)
  // The latest end of all positions opened so far.
  const ends = Float64Array.from(order, (at) => spans.to[at] ?? NaN)
  for (let at = 1; at < ends.length; at++) ends[at] = Math.max(ends[at] ?? NaN, ends[at - 1] ?? NaN)
  return (time) => {
    const last = lastAtOrBefore(openings, time)
    const isOpen = last >= 0 && (ends[last] ?? NaN) > time
    return isOpen ? time : (openings[last + 1] ?? time)
  }
}
