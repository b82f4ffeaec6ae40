import type { MarketColumns } from '@tradeloom/domain'

/** Rows of a market in blocks, as they become known. The blocks of one feed are all bars or all ticks. */
export interface Feed {
  /** The next block, later than all before; null when there are no more. An empty block is passed over. */
  next(): MarketColumns | null
}
