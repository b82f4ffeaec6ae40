/** Bid and ask of one minute; prices as decimals of the venue. */
export interface LabMinute {
  /** Its start, UTC milliseconds. */
  readonly time: number
  readonly bid: Ohlc
  readonly ask: Ohlc
  readonly volume: number
}

/** Open, high, low and close. */
export type Ohlc = readonly [string, string, string, string]
