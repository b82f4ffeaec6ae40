/** The present: simulated time, last prices, and the range of the bar that they are in. One object per run. */
export class Quote {
  time = 0.5
  bid = NaN
  ask = NaN
  /** Extremes of the present bar on both sides; of a real tick they are its prices. */
  bidHigh = NaN
  bidLow = NaN
  askHigh = NaN
  askLow = NaN
}
