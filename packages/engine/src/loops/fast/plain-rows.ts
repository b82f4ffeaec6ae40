import type { Bar, RowIndex } from '@tradeloom/domain'

import type { Kernel } from '../../kernel.ts'
import type { IntervalBars } from '../../market/interval-bars.ts'
import { rowBar } from '../../market/row-bar.ts'
import type { TradedMarket } from '../../traded-market.ts'
import { recordClose, recordSpan } from './quiet-span.ts'
import { finishRow, meetOpen } from '../take-row.ts'
import type { QuietRange } from './quiet-range.ts'

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
  quietRange: QuietRange,
  bars: IntervalBars,
  from: RowIndex,
  to: RowIndex,
): RowIndex {
  const { rows, quote } = market
  const { time, rowMs } = rows
  const handler = bars.onlyHandler()
  let before = time[from - 1] as number
  // A bar that is not aligned with its row ends at another time.
  if (handler === null || !kernel.isTrading || bars.end !== before + rowMs) return from
  const { activity, clock } = kernel
  const { call, readsBar } = handler
  let seen = activity.count
  // V8 keeps a parameter as an object unless it is certain to be an integer.
  let row = from | 0
  while (row < to) {
    let end = bars.reachRows(rows, row, to)
    if (end === row || (time[row] as number) >= kernel.nextChange) break
    if ((time[row] as number) >= kernel.nextEvent) cutBefore(kernel, market, quietRange, row as RowIndex)
    const { nextEvent } = kernel
    while ((time[end - 1] as number) >= nextEvent) end -= 1
    bars.end = Infinity
    let quietTo: number = quietRange.reach(rows, row as RowIndex, end as RowIndex)
    for (; row < end; row++) {
      bars.turnRow()
      const start = before + rowMs
      clock.time = start
      call(readsBar ? rowBar(rows, row - 1, before) : (undefined as unknown as Bar))
      before = start
      if (activity.count !== seen) {
        quietTo = takeRequests(kernel, market, quietRange, bars, row as RowIndex, end as RowIndex)
        seen = activity.count
        if (bars.end !== Infinity) {
          // The row has been traded, and its bar is forming.
          if (quietTo === row) return (row + 1) as RowIndex
          bars.end = Infinity
          continue
        }
      }
      // The bar before is finished, and this row is not begun.
      if (row >= quietTo) return row as RowIndex
      quote.closeRow(row as RowIndex)
    }
  }
  if (row === from) return from
  bars.beginRow(rows, (row - 1) as RowIndex)
  clock.time = before + rowMs - 1
  return row as RowIndex
}

/** Cuts the record before a row, with what the rows before it have brought. */
function cutBefore(kernel: Kernel, market: TradedMarket, quietRange: QuietRange, row: RowIndex): void {
  recordSpan(kernel, market, quietRange.unrecordedFrom, row)
  recordClose(kernel, market, (row - 1) as RowIndex)
  quietRange.unrecordedFrom = row
  kernel.cutRecord(market.rows.time[row] as number)
}

/**
 * Executes what the script has requested at the end of the bar before `row`. Orders for the next price meet the open of the
 * row. If its rest is quiet, the row is left to the caller, like those after it; otherwise it is processed here, and its
 * bar is forming. Returns the first row, up to `end`, that is not quiet, or `row` if rows need more steps from now on.
 */
function takeRequests(
  kernel: Kernel,
  market: TradedMarket,
  quietRange: QuietRange,
  bars: IntervalBars,
  row: RowIndex,
  end: RowIndex,
): RowIndex {
  const { activity } = kernel
  const { rows, venue, positions } = market
  const seen = activity.count
  bars.publishAdded(rows, (row - 1) as RowIndex)
  if (activity.count !== seen || !isPlain(kernel, market, bars)) return row
  if (venue.urgentFrom !== -Infinity) {
    quietRange.update(kernel, market)
    return quietRange.reach(rows, row, end)
  }
  recordSpan(kernel, market, quietRange.unrecordedFrom, row)
  kernel.nextStop = kernel.nextEvent
  if (meetOpen(kernel, market, row)) {
    if (positions.openCount > 0 && canGoOn(kernel, market, bars)) {
      // From its open on, the row may be like those after it.
      quietRange.update(kernel, market)
      const next = quietRange.reach(rows, row, end)
      if (next > row) {
        quietRange.unrecordedFrom = row
        market.excursions.endRow(market.quote)
        return next
      }
    }
    finishRow(kernel, market, row)
  }
  const next = (row + 1) as RowIndex
  quietRange.unrecordedFrom = next
  if (activity.count !== seen || !canGoOn(kernel, market, bars)) return row
  quietRange.update(kernel, market)
  return quietRange.reach(rows, next, end)
}

/** Whether no row needs more steps because of what its open has brought. */
function canGoOn(kernel: Kernel, market: TradedMarket, bars: IntervalBars): boolean {
  return market.venue.urgentFrom !== -Infinity && isPlain(kernel, market, bars)
}

/** Whether the script's activity has changed nothing that rows need more steps for. */
function isPlain({ events }: Kernel, { intervals }: TradedMarket, bars: IntervalBars): boolean {
  return intervals.length === 1 && events.count === 0 && bars.onlyHandler() !== null
}
