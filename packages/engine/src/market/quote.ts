import type { Price } from '@tradeloom/domain'

/** The last prices of one market, and the range of their bar. */
export class Quote {
  /** Time of the last price in runs over several markets; a single market is always at the clock's time. */
  time = 0.5
  bid = NaN as Price
  ask = NaN as Price
  /** Extremes of the current bar on both sides; for a real tick, its prices. */
  bidHigh = NaN as Price
  bidLow = NaN as Price
  askHigh = NaN as Price
  askLow = NaN as Price
  /** Whether the next price continues the path of the current bar. */
  isMidBar = false
}
