/** The last prices of one market, and the range of the bar that they belong to. */
export class Quote {
  /** When the last price was taken point by point; `Clock` has the present time. */
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
