import type { Price, RowIndex } from '@tradeloom/domain'

import type { Kernel } from '../kernel.ts'
import type { IntervalBars } from '../market/interval-bars.ts'
import type { TradedMarket } from '../market/traded-market.ts'
import { LEVEL } from '../ports/venue.ts'
import { markOneExtreme, markQuietBar } from './quiet-bar.ts'

/**
 * Processes rows of a single market from `from` on while nothing is due except the end of bars that are rows, and no
 * row can do more than change the equity within its known extremes. Returns the first row that needs full processing,
 * or `to`.
 *
 * Most rows of most runs are processed here, so it does the minimum with the same outcome: a row that is a bar is
 * stored by its index, the clock is set only where a script can read it, and no numbers are passed to functions,
 * because they would be boxed. So it is longer than functions should be.
 */
export function takeQuietRows(kernel: Kernel, market: TradedMarket, from: RowIndex, to: RowIndex): RowIndex {
  if (!isTaken(market)) return from
  const { account, recorder, events, clock, isTrading } = kernel
  const { rows, quote, venue, positions, intervals } = market
  const { time, bidHigh, bidLow, bidClose, askHigh, askLow, askClose, rowMs } = rows
  const { conversion } = positions
  const { levels } = venue
  const { highestRate } = positions.margin
  const only = onlyRowBars(market)
  let row = from
  /** The clock's time between two rows. */
  let now = clock.time
  for (; row < to; row++) {
    const start = time[row] as number
    if (start >= (only === null ? kernel.nextStop : kernel.nextEvent)) break
    if (only !== null && only.end <= start) {
      clock.time = only.end > now ? only.end : now
      only.finish()
      if (only.comparisons.length > 0) only.compare()
      if (isTrading) only.publish()
      now = start
      // The script has started to use another interval.
      if (market.intervals !== intervals) break
    }
    const bl = bidLow[row] as Price
    const bh = bidHigh[row] as Price
    const al = askLow[row] as Price
    const ah = askHigh[row] as Price
    if (
      bl <= (levels[LEVEL.bidFall] as number) ||
      bh >= (levels[LEVEL.bidRise] as number) ||
      al <= (levels[LEVEL.askFall] as number) ||
      ah >= (levels[LEVEL.askRise] as number) ||
      start + rowMs >= venue.urgentFrom ||
      events.count > 0
    ) {
      break
    }
    const bc = bidClose[row] as Price
    const ac = askClose[row] as Price
    if (positions.openCount > 0) {
      // With positions on one side only, these are the extremes of equity; with both sides, they bound them.
      const { longQuantity, shortQuantity, cost } = positions
      const { balance } = account
      // With a rate that follows the market's own price, the extremes are elsewhere; such rows are processed price by
      // price.
      const rate = conversion.own === 0 ? conversion.others : NaN
      const worst = balance + (longQuantity * bl - shortQuantity * ah + cost) * rate
      const best = balance + (longQuantity * bh - shortQuantity * al + cost) * rate
      // Above this equity, slightly more than the exact limit, no price of the bar can cause a margin call.
      const safe = (longQuantity > shortQuantity ? longQuantity : shortQuantity) * (bh + ah) * highestRate * rate * 0.52
      if (!(worst > safe)) break
      const isExtreme = best > recorder.high || worst < recorder.low || worst < recorder.floor
      if (isExtreme && !markOneExtreme(kernel, market, row)) {
        if (!markQuietBar(kernel, market, row, false)) break
        now = start + rowMs - 1
        continue
      }
      recorder.last = balance + (longQuantity * bc - shortQuantity * ac + cost) * rate
      recorder.lastTime = start + rowMs - 1
      recorder.lastBalance = balance
    }
    if (only === null) kernel.addRow(market, row)
    else only.beginRow(rows, row)
    now = start + rowMs - 1
    quote.bid = bc
    quote.ask = ac
  }
  clock.time = now
  if (only !== null) kernel.nextStop = only.end < kernel.nextEvent ? only.end : kernel.nextEvent
  return row
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
