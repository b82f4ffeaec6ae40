import type { Bar, Price, RowIndex } from '@tradeloom/domain'

import type { Kernel } from '../kernel.ts'
import type { IntervalBars } from '../market/interval-bars.ts'
import { rowBar } from '../market/row-bar.ts'
import type { TradedMarket } from '../market/traded-market.ts'
import { recordSpan } from './quiet-span.ts'
import { takeRow } from './take-row.ts'

/** Rows tested at a time; a request of the script at any of them makes the rest useless. */
const AHEAD = 16

/**
 * Processes the rows from `from` on that follow each other without a gap and lie within the quiet range, while the
 * script does nothing but read or trade at the open of the next row: each row ends the bar of the row before and calls
 * its only handler. Returns the first row that takes more, or `to`; the bar of the row before is either forming or
 * finished.
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
  const { rows, quote, venue, intervals } = market
  const { time, bidClose, askClose, rowMs } = rows
  const handler = bars.onlyHandler()
  let before = time[from - 1] as number
  // A bar that is not aligned with its row ends at another time.
  if (handler === null || !kernel.isTrading || bars.end !== before + rowMs) return from
  const { activity, clock, quietRange, nextEvent } = kernel
  const { call, readsBar } = handler
  let seen = activity.count
  let row: number = from
  while (row < to) {
    let end = bars.reachRows(rows, row, row + AHEAD < to ? row + AHEAD : to)
    while (end > row && (time[end - 1] as number) >= nextEvent) end -= 1
    if (end === row) break
    bars.end = Infinity
    let quietTo: number = quietRange.reach(rows, row as RowIndex, end as RowIndex)
    for (; row < end; row++) {
      bars.turnRow()
      const start = before + rowMs
      clock.time = start
      call(readsBar ? rowBar(rows, row - 1, before) : (undefined as unknown as Bar))
      before = start
      // Wherever this returns, the bar before is finished, and this row is not begun.
      if (activity.count !== seen) {
        seen = activity.count
        bars.publishAdded(rows, (row - 1) as RowIndex)
        if (activity.count !== seen || !isPlain(kernel, market, bars, intervals)) return row as RowIndex
        if (venue.urgentFrom === -Infinity) {
          recordSpan(kernel, market, kernel.unrecordedFrom, row as RowIndex)
          kernel.nextStop = nextEvent
          takeRow(kernel, market, row as RowIndex)
          kernel.unrecordedFrom = (row + 1) as RowIndex
          const isDone = activity.count === seen && isPlain(kernel, market, bars, intervals)
          if (!isDone || venue.urgentFrom === -Infinity) return (row + 1) as RowIndex
          quietRange.update(kernel, market)
          quietTo = quietRange.reach(rows, (row + 1) as RowIndex, end as RowIndex)
          bars.end = Infinity
          continue
        }
        quietRange.update(kernel, market)
        quietTo = quietRange.reach(rows, row as RowIndex, end as RowIndex)
      }
      if (row >= quietTo) return row as RowIndex
      quote.bid = bidClose[row] as Price
      quote.ask = askClose[row] as Price
    }
  }
  if (row === from) return from
  bars.beginRow(rows, (row - 1) as RowIndex)
  clock.time = before + rowMs - 1
  return row as RowIndex
}

/** Whether the script's activity has changed nothing that rows need more steps for. */
function isPlain(
  { events }: Kernel,
  market: TradedMarket,
  bars: IntervalBars,
  intervals: TradedMarket['intervals'],
): boolean {
  return market.intervals === intervals && events.count === 0 && bars.onlyHandler() !== null
}
