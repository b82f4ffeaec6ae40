/** A market message as the venue sends it, without the wrapper of combined streams. */
export interface Frame {
  /** Lab time at which it is sent. */
  readonly time: number
  /** `btcusdt@trade`. */
  readonly stream: string
  /** JSON. */
  readonly data: string
}

/** A whole book as REST answers it. */
export interface BookSnapshot {
  readonly lastUpdateId: number
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

/** Price and quantity. */
export type Level = readonly [string, string]

export interface DepthUpdate {
  readonly s: string
  readonly U: number
  readonly u: number
  readonly b: readonly Level[]
  readonly a: readonly Level[]
}
