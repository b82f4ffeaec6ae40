import type { Price, RowIndex } from '@tradeloom/domain'

import type { Kernel } from '../../kernel.ts'
import type { IntervalBars } from '../../market/interval-bars.ts'
import type { TradedMarket } from '../../traded-market.ts'
import { LEVEL } from '../../ports/venue.ts'
import { takePlainRows } from './plain-rows.ts'
import type { QuietRange } from './quiet-range.ts'
import { markQuietBar } from '../quiet-bar.ts'
import { recordClose, recordSpan } from './quiet-span.ts'

/**
 * Processes rows of a single market from `from` on while nothing is due except the end of bars that are rows, and no
 * row can do more than change the equity. Returns the first row that needs full processing, or `to`.
 *
 * Most rows of most runs are processed here, so it does the minimum with the same outcome: a row that is a bar is
 * stored by its index, the clock is set only where a script can read it, what only requests of the script change is
 * read again only after one, equity is recorded for all rows together, and no numbers are passed to functions, because
 * they would be boxed. So it is longer than functions should be.
 */
export function takeQuietRows(
  kernel: Kernel,
  market: TradedMarket,
  quietRange: QuietRange,
  from: RowIndex,
  to: RowIndex,
): RowIndex {
  if (!isTaken(market)) return from
  const { events, clock, isTrading, activity } = kernel
  const { rows, quote, intervals, venue } = market
  const { time, bidHigh, bidLow, askHigh, askLow, rowMs } = rows
  const only = onlyRowBars(market)
  /** As with a changing conversion rate: to decide it exactly takes fewer steps than a range. */
  const isSingle = to - from === 1
  let row = from
  quietRange.unrecordedFrom = from
  /** The clock's time between two rows. */
  let now = clock.time
  let seen = -1
  let urgentFrom = NaN
  let lowestBid = NaN
  let highestBid = NaN
  let lowestAsk = NaN
  let highestAsk = NaN
  for (; row < to; row++) {
    const start = time[row] as number
    if (start >= (only === null ? kernel.nextStop : kernel.nextEvent)) break
    if (only !== null && only.end <= start) {
      clock.time = only.end > now ? only.end : now
      only.finish()
      if (only.comparisons.length > 0) only.compare()
      if (isTrading) only.publish()
      now = start
    }
    if (activity.count !== seen) {
      // The script has started to use another interval, or will be notified.
      if (market.intervals !== intervals || events.count > 0) break
      // An order meets this row: it is not quiet, whatever its prices.
      if (venue.urgentFrom === -Infinity) break
      seen = activity.count
      if (!isSingle) quietRange.update(kernel, market)
      urgentFrom = quietRange.urgentFrom
      lowestBid = isSingle ? Infinity : quietRange.bidLow
      highestBid = quietRange.bidHigh
      lowestAsk = quietRange.askLow
      highestAsk = quietRange.askHigh
    }
    const isQuiet =
      (bidLow[row] as Price) > lowestBid &&
      (bidHigh[row] as Price) < highestBid &&
      (askLow[row] as Price) > lowestAsk &&
      (askHigh[row] as Price) < highestAsk &&
      start + rowMs < urgentFrom
    if (!isQuiet) {
      recordSpan(kernel, market, quietRange.unrecordedFrom, row)
      quietRange.unrecordedFrom = row
      const taken = takeExactly(kernel, market, row)
      if (taken === REACHED) break
      quietRange.unrecordedFrom = (row + 1) as RowIndex
      seen = -1
      if (taken === MARKED) {
        now = start + rowMs - 1
        continue
      }
    }
    if (only === null) kernel.addRow(market, row)
    else only.beginRow(rows, row)
    now = start + rowMs - 1
    quote.closeRow(row)
    if (only === null || seen !== activity.count || row + 1 === to) continue
    const next = takePlainRows(kernel, market, quietRange, only, (row + 1) as RowIndex, to)
    // It has called the handler, or begun the bar of a later row.
    if (next > row + 1 || only.end === Infinity) now = clock.time
    row = (next - 1) as RowIndex
  }
  clock.time = now
  recordSpan(kernel, market, quietRange.unrecordedFrom, row)
  if (row > from) recordClose(kernel, market, (row - 1) as RowIndex)
  if (only !== null) kernel.nextStop = only.end < kernel.nextEvent ? only.end : kernel.nextEvent
  return row
}

/** The row needs full processing; nothing of it has been processed. */
const REACHED = 0
/** It has no extremes of equity or margin; the rest is up to the caller. */
const ALLOWED = 1
/** The row is processed. */
const MARKED = 2

/** Decides a row outside of the quiet range by its exact equity, and records what it brings. */
function takeExactly(kernel: Kernel, market: TradedMarket, row: RowIndex): number {
  const { account, recorder } = kernel
  const { rows, venue, positions } = market
  const { levels } = venue
  const bl = rows.bidLow[row] as Price
  const bh = rows.bidHigh[row] as Price
  const al = rows.askLow[row] as Price
  const ah = rows.askHigh[row] as Price
  if (
    bl <= (levels[LEVEL.bidFall] as number) ||
    bh >= (levels[LEVEL.bidRise] as number) ||
    al <= (levels[LEVEL.askFall] as number) ||
    ah >= (levels[LEVEL.askRise] as number) ||
    (rows.time[row] as number) + rows.rowMs >= venue.urgentFrom
  ) {
    return REACHED
  }
  if (positions.openCount === 0) return ALLOWED
  // With positions on one side only, these are the extremes of equity; with both sides, they bound them.
  const { longQuantity, shortQuantity, cost, conversion } = positions
  const { balance } = account
  // With a rate that follows the market's own price, the extremes are elsewhere; such rows are processed price by
  // price.
  const rate = conversion.own === 0 ? conversion.others : NaN
  const worst = balance + (longQuantity * bl - shortQuantity * ah + cost) * rate
  const best = balance + (longQuantity * bh - shortQuantity * al + cost) * rate
  // Slightly more margin than any price of the bar can use.
  const larger = longQuantity > shortQuantity ? longQuantity : shortQuantity
  const marginBound = larger * (bh + ah) * positions.margin.highestRate * rate * 0.52
  if (!(worst > marginBound)) return REACHED
  const { marginRecord } = account
  const isExtreme =
    best > recorder.high ||
    worst < recorder.low ||
    worst < recorder.floor ||
    !(worst * marginRecord.quietRatio > marginBound && marginBound <= marginRecord.quietUsed)
  if (!isExtreme) return ALLOWED
  return markQuietBar(kernel, market, row, false) ? MARKED : REACHED
}

/** Whether `takeQuietRows` ends the bars of a market, so that the kernel does not have to. */
export function endsBarsItself(market: TradedMarket): boolean {
  return isTaken(market) && !market.converts && !market.isClosed && onlyRowBars(market) !== null
}

function isTaken({ onTick, isCoarse }: TradedMarket): boolean {
  return onTick === undefined && !isCoarse
}

/** The bars of the only interval in use, if each of them is a row. */
function onlyRowBars({ intervals, rows }: TradedMarket): IntervalBars | null {
  const bars = intervals[0]
  return bars !== undefined && intervals.length === 1 && bars.ms === rows.rowMs ? bars : null
}
