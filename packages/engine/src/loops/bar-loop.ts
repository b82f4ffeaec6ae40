import type { RowIndex } from '@tradeloom/domain'

import type { Kernel } from '../kernel.ts'
import type { TradedMarket } from '../traded-market.ts'
import { markQuietBar } from './quiet-bar.ts'
import type { QuietRange } from './fast/quiet-range.ts'
import { endsBarsItself, skipQuiet } from './fast/skip-quiet.ts'
import { isRestQuiet, takeRow } from './take-row.ts'

/** Bars of a single market, rows `from` to `to` (exclusive): quiet rows together, all others one by one. */
export function runBars(kernel: Kernel, market: TradedMarket, range: QuietRange, from: RowIndex, to: RowIndex): void {
  const { rows, positions, converts } = market
  const { time } = rows
  for (let row = from; row < to;) {
    const start = time[row] as number
    if (start >= kernel.nextStop && (start >= kernel.nextEvent || !endsBarsItself(market))) {
      kernel.stopTime = start
      kernel.stop()
    }
    if (converts) positions.conversion.advance(start)
    if (market.isClosed) {
      market.closedRows += 1
      if (positions.openCount > 0) market.excursions.skipRow(row, positions.open)
      row++
      continue
    }
    // A conversion rate that changes with time applies to a single row.
    const end = converts ? ((row + 1) as RowIndex) : to
    row = skipQuiet(kernel, market, range, row, end)
    if (row === end || (time[row] as number) >= kernel.nextStop) continue
    if (!isRestQuiet(kernel, market, row) || !markQuietBar(kernel, market, row, false)) takeRow(kernel, market, row)
    row++
  }
}
