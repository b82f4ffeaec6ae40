import { type BarInterval, INTERVALS } from '@tradeloom/domain'
import { type PriceRow, rowTime } from './price-bars.ts'

/** A market that was away for longer than this would only show empty space. */
const MAX_GAP_BARS = 5_000

/** The rows with an empty one for every bar that is missing between them, so that the time axis is even. */
export function withGaps(rows: readonly PriceRow[], interval: BarInterval): PriceRow[] {
  const { ms } = INTERVALS[interval]
  const filled: PriceRow[] = []
  for (const row of rows) {
    const last = filled.at(-1)
    if (last !== undefined) {
      // Days of New York may be an hour shorter: half a bar is no gap.
      const [from, to] = [rowTime(last) + ms, rowTime(row) - ms / 2]
      if ((to - from) / ms <= MAX_GAP_BARS) for (let time = from; time < to; time += ms) filled.push([time])
    }
    filled.push(row)
  }
  return filled
}
