/** The last prices of one market, and the range of their bar. */
export class Quote {
  /** Time of the last price in runs over several markets; a single market is always at the clock's time. */
  time = 0.5
  bid = NaN
  ask = NaN
  /** Extremes of the current bar on both sides; for a real tick, its prices. */
  bidHigh = NaN
  bidLow = NaN
  askHigh = NaN
  askLow = NaN
  /** Whether the next price continues the path of the current bar. */
  isMidBar = false
}
