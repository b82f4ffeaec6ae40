import type { Bar } from '@tradeloom/domain'

import type { MarketRows } from './market-rows.ts'

/** The bar of a single whole row; it starts at `time`. */
export function rowBar(rows: MarketRows, row: number, time: number): Bar {
  const close = rows.bidClose[row] as number
  return {
    time,
    open: rows.bidOpen[row] as number,
    high: rows.bidHigh[row] as number,
    low: rows.bidLow[row] as number,
    close,
    volume: rows.volume[row] as number,
    spread: (rows.askClose[row] as number) - close,
  }
}
