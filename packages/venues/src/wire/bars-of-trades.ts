import type { BarColumns } from '@tradeloom/domain'

/** Minutes as a venue lists them that has candles of trades alone: bid and ask are the same. */
export function barsOfTrades(
  column: (name: 'time' | 'open' | 'high' | 'low' | 'close' | 'volume') => Float64Array,
): BarColumns {
  const [open, high, low, close] = [column('open'), column('high'), column('low'), column('close')]
  return {
    kind: 'bar',
    time: column('time'),
    bidOpen: open,
    bidHigh: high,
    bidLow: low,
    bidClose: close,
    askOpen: open.slice(),
    askHigh: high.slice(),
    askLow: low.slice(),
    askClose: close.slice(),
    volume: column('volume'),
  }
}
