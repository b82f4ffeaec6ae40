import type { MarketColumns } from '@tradeloom/domain'

import type { Feed } from './ports/feed.ts'

/**
 * The rows of one instrument. The first series of a run is that of its instrument, the others are found by their
 * instrument: conversions and other markets. Ticks of a traded instrument beside its bars resolve the minutes whose bars
 * leave open what happened first.
 */
export interface Series {
  readonly instrumentId: string
  readonly columns: MarketColumns
  /** Delivers the rows after those of `columns`, which must reach the start of the run. */
  readonly feed?: Feed
}
