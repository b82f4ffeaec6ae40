import type { Bar, Price, RowIndex } from '@tradeloom/domain'

import type { Kernel } from '../kernel.ts'
import type { IntervalBars } from '../market/interval-bars.ts'
import { rowBar } from '../market/row-bar.ts'
import type { TradedMarket } from '../market/traded-market.ts'

/** Rows tested at a time; a request of the script at any of them makes the rest useless. */
const AHEAD = 16

/**
 * Processes the rows from `from` on that follow each other without a gap and lie within the quiet range, while the
 * script does nothing but read: each ends the bar of the row before and calls its only handler. Returns the first row
 * that takes more, or `to`; the bar of the row before is either forming or finished.
 *
 * The same as `takeQuietRows` for such rows, in a third of the steps, because nothing is written that nobody can read
 * before the next row.
 */
export function takePlainRows(
  kernel: Kernel,
  market: TradedMarket,
  bars: IntervalBars,
  from: RowIndex,
  to: RowIndex,
): RowIndex {
  const { rows, quote } = market
  const { time, bidClose, askClose, rowMs } = rows
  const handler = bars.onlyHandler()
  let before = time[from - 1] as number
  // A bar that is not aligned with its row ends at another time.
  if (handler === null || !kernel.isTrading || bars.end !== before + rowMs) return from
  const { activity, clock, quietRange, nextEvent, next } = kernel
  const { call, readsBar } = handler
  const seen = activity.count
  let row: number = from
  while (row < to) {
    let end = bars.reachRows(rows, row, row + AHEAD < to ? row + AHEAD : to)
    while (end > row && (time[end - 1] as number) >= nextEvent) end -= 1
    if (end === row) break
    bars.end = Infinity
    const quietTo = quietRange.reach(rows, row as RowIndex, end as RowIndex)
    for (; row < end; row++) {
      bars.turnRow()
      const start = before + rowMs
      clock.time = start
      call(readsBar ? rowBar(rows, row - 1, before) : (undefined as unknown as Bar))
      if (activity.count !== seen) bars.publishAdded(rows, (row - 1) as RowIndex)
      before = start
      if (activity.count !== seen || row >= quietTo) {
        // Quiet rows need none of these columns: fetched here, they arrive from memory while the equity is recorded.
        next.bid = rows.bidOpen[row] as Price
        next.ask = rows.askOpen[row] as Price
        next.volume = rows.volume[row] as number
        // The bar before is finished, and this row is not begun.
        return row as RowIndex
      }
      quote.bid = bidClose[row] as Price
      quote.ask = askClose[row] as Price
    }
  }
  if (row === from) return from
  bars.beginRow(rows, (row - 1) as RowIndex)
  clock.time = before + rowMs - 1
  return row as RowIndex
}
