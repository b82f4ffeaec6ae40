/** The bar that an indicator script sees: one object, overwritten before each call. Bid prices. */
export interface IndicatorBar {
  time: number
  open: number
  high: number
  low: number
  close: number
  volume: number
  spread: number
}

export function emptyBar(): IndicatorBar {
  return { time: NaN, open: NaN, high: NaN, low: NaN, close: NaN, volume: NaN, spread: NaN }
}
