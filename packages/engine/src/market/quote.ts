/** The last prices of one market, and the range of the bar that they belong to. */
export class Quote {
  /** Time of the last price, in runs over several markets; a single market is always where the clock is. */
  time = 0.5
  bid = NaN
  ask = NaN
  /** Extremes of the present bar on both sides; of a real tick they are its prices. */
  bidHigh = NaN
  bidLow = NaN
  askHigh = NaN
  askLow = NaN
  /** The next price continues the path of the present bar. */
  isMidBar = false
}
