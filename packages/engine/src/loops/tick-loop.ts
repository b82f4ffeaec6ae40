import type { Price, RowIndex } from '@tradeloom/domain'

import type { Kernel } from '../kernel.ts'
import type { TradedMarket } from '../traded-market.ts'
import { takeTick } from './take-row.ts'
import type { QuietRange } from './fast/quiet-range.ts'
import { skipQuiet } from './fast/skip-quiet.ts'

/** Real ticks of a single market, rows `from` to `to` (exclusive): quiet ticks together, all others one by one. */
export function runTicks(kernel: Kernel, market: TradedMarket, range: QuietRange, from: RowIndex, to: RowIndex): void {
  const { next } = kernel
  const { rows, positions, excursions, converts } = market
  const { time, bidOpen, askOpen } = rows
  for (let row = from; row < to;) {
    const now = time[row] as number
    if (now >= kernel.nextStop) {
      kernel.stopTime = now
      kernel.stop()
    }
    if (converts) positions.conversion.advance(now)
    if (market.isClosed) {
      market.closedRows += 1
      if (positions.openCount > 0) excursions.skipRow(row, positions.open)
      row++
      continue
    }
    // A conversion rate that changes with time applies to a single tick.
    const taken = skipQuiet(kernel, market, range, row, converts ? ((row + 1) as RowIndex) : to)
    if (taken > row) {
      row = taken
      continue
    }
    excursions.startRow(row)
    next.time = now
    next.bid = bidOpen[row] as Price
    next.ask = askOpen[row] as Price
    next.volume = 0
    takeTick(kernel, market)
    row++
  }
}
