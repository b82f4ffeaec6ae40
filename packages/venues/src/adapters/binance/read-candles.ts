import type { BarColumns } from '@tradeloom/domain'
import type { BinanceRest } from './binance-rest.ts'
import type { PriceWire } from './price-wire.ts'

const MINUTE = 60_000
const PAGE = 1_000

export interface CandleRange {
  readonly symbol: string
  readonly from: number
  readonly to: number
  /** The venue's time of now: the minute of it is still forming. */
  readonly venueNow: () => number
}

/** Finished minutes in pages. The venue has candles of trades alone, so bid and ask are the same. */
export async function* readCandles(
  rest: BinanceRest,
  { path, weights }: PriceWire,
  { symbol, from, to, venueNow }: CandleRange,
): AsyncIterable<BarColumns> {
  const end = Math.min(to, Math.floor(venueNow() / MINUTE) * MINUTE)
  let start = from
  while (start < end) {
    const query = `symbol=${symbol}&interval=1m&startTime=${start}&endTime=${end - 1}&limit=${PAGE}`
    const rows = (await rest.get(`${path}/klines`, query, {
      weight: weights.candles,
      priority: 'history',
    })) as unknown[][]
    const last = rows.at(-1)?.[0]
    const finished = rows.filter(([time]) => Number(time) >= start && Number(time) < end)
    if (finished.length > 0) yield columnsOf(finished)
    if (rows.length < PAGE || typeof last !== 'number' || last < start) return
    start = last + MINUTE
  }
}

function columnsOf(rows: readonly unknown[][]): BarColumns {
  const column = (index: number): Float64Array => Float64Array.from(rows, (row) => Number(row[index]))
  const [open, high, low, close] = [1, 2, 3, 4].map(column) as [Float64Array, Float64Array, Float64Array, Float64Array]
  return {
    kind: 'bar',
    time: column(0),
    bidOpen: open,
    bidHigh: high,
    bidLow: low,
    bidClose: close,
    askOpen: open.slice(),
    askHigh: high.slice(),
    askLow: low.slice(),
    askClose: close.slice(),
    volume: column(5),
  }
}
