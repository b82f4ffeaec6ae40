import type { Price, RowIndex } from '@tradeloom/domain'

import type { Kernel } from '../kernel.ts'
import type { BlockRows } from '../market/block-rows.ts'
import type { MarketRows } from '../market/market-rows.ts'
import type { TradedMarket } from '../traded-market.ts'
import { takeRow, takeTick } from './take-row.ts'

/**
 * Prices as they arrive, one row at a time: nothing is known about later rows, so nothing is skipped. A block is forgotten
 * once it is processed.
 */
export class LiveLoop {
  readonly #kernel: Kernel
  /** Rows processed so far, of all markets. */
  done = 0

  constructor(kernel: Kernel) {
    this.#kernel = kernel
  }

  /** Processes a block of rows of one market, whose rows are `rows`. */
  take(market: TradedMarket, rows: BlockRows, block: MarketRows): void {
    rows.replace(block)
    for (let row = 0; row < rows.count; row++) this.#takeRow(market, row as RowIndex)
    this.done += rows.count
    // The next block takes the place of these rows.
    for (const bars of market.intervals) bars.keep()
    market.quote.keep()
  }

  #takeRow(market: TradedMarket, row: RowIndex): void {
    const kernel = this.#kernel
    const { rows, excursions } = market
    const time = rows.time[row] as number
    kernel.advance(time)
    if (market.isClosed) {
      market.closedRows += 1
      return
    }
    market.quote.time = time
    if (rows.kind === 'bar') return takeRow(kernel, market, row)
    excursions.startRow(row)
    const { next } = kernel
    next.time = time
    next.bid = rows.bidOpen[row] as Price
    next.ask = rows.askOpen[row] as Price
    next.volume = 0
    takeTick(kernel, market)
  }
}
