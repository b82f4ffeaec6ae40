import type { KnownColumns, MarketColumns } from '@tradeloom/domain'

/**
 * The rows of one instrument. The first series of a run is that of its instrument; the others, for conversions and
 * other markets, are identified by their instrument. Ticks of a traded instrument in addition to its bars resolve
 * ambiguous minutes.
 */
export interface Series {
  readonly instrumentId: string
  readonly columns: MarketColumns
}

/** The values of a dataset that scripts read as a series, in the order in which they became known. */
export interface SourceSeries {
  /** Its code, and its column if it has several. */
  readonly id: string
  readonly columns: KnownColumns
}
