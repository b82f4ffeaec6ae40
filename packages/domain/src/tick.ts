/** A quote with its time: UTC milliseconds, prices in quote currency. */
export interface Tick {
  readonly time: number
  readonly bid: number
  readonly ask: number
}
