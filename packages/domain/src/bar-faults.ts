/** Prices of one side of bars, row by row. */
export interface BarPrices {
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
}

/** Whether open or close of a bar lie outside of its high and low. */
export function isInconsistentBar({ open, high, low, close }: BarPrices, row: number): boolean {
  const o = open[row] as number
  const h = high[row] as number
  const l = low[row] as number
  const c = close[row] as number
  return o > h || c > h || o < l || c < l
}

/** Whether one could sell for more than one buys for: at a tick, or at the close of a bar. */
export function isCrossedQuote(bid: number, ask: number): boolean {
  return ask < bid
}
