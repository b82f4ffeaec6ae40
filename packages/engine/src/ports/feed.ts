import type { MarketColumns } from '@tradeloom/domain'

/** Rows of a market in blocks, as they become known. All blocks of a feed are bars, or all are ticks. */
export interface Feed {
  /** The next block, later than all before; null at the end. Empty blocks are skipped. */
  next(): MarketColumns | null
}
