import { isGap, type PriceRow } from './price-bars.ts'

/**
 * Heikin-Ashi bars. The close is the mean of the four prices, and the open the middle of the body before: its dependence
 * on the first bar halves with each bar, so 60 bars later the start no longer shows.
 */
export function heikinAshi(rows: readonly PriceRow[]): PriceRow[] {
  let before: { readonly open: number; readonly close: number } | null = null
  return rows.map((row) => {
    if (isGap(row)) return row
    const [time = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = row
    const middle: number = before === null ? (open + close) / 2 : (before.open + before.close) / 2
    const mean = (open + high + low + close) / 4
    before = { open: middle, close: mean }
    return [time, middle, Math.max(high, middle, mean), Math.min(low, middle, mean), mean, volume]
  })
}
