import type { RowIndex } from '@tradeloom/domain'

import type { TradedMarket } from '../traded-market.ts'

/** Rows of one market that a run processes, `to` excluded. */
export interface RowRange {
  readonly market: TradedMarket
  readonly from: RowIndex
  readonly to: RowIndex
}

/** Turns the rows of a run's markets into prices for the kernel. */
export interface Loop {
  /** Rows of all markets, from the start of warm-up to the end. */
  readonly rows: number
  /** Rows processed so far. */
  readonly done: number
  /** Processes up to `maxRows` rows. */
  step(maxRows: number): void
  /** Progress of the market with this index: its first row, and the one after its last processed row. */
  progressOf(place: number): RowProgress
}

export interface RowProgress {
  readonly first: number
  readonly next: number
}
