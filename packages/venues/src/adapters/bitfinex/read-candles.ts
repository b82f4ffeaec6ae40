import type { BarColumns } from '@tradeloom/domain'
import type { BitfinexRest } from './bitfinex-rest.ts'
import { decimalOf, type Row, rowsOf, wholeOf } from './read-json.ts'

const MINUTE = 60_000
const PAGE = 10_000

export interface CandleRange {
  readonly symbol: string
  readonly from: number
  readonly to: number
  /** The venue's time of now: the minute of it is still forming. */
  readonly venueNow: () => number
}

/** Finished minutes in pages. The venue has candles of trades alone, so bid and ask are the same. */
export async function* readCandles(
  rest: BitfinexRest,
  { symbol, from, to, venueNow }: CandleRange,
): AsyncIterable<BarColumns> {
  const end = Math.min(to, Math.floor(venueNow() / MINUTE) * MINUTE)
  let start = from
  while (start < end) {
    const path = `/v2/candles/trade:1m:${symbol}/hist?start=${start}&end=${end - 1}&limit=${PAGE}&sort=1`
    const rows = rowsOf(await rest.get(path, 'history'))
    const last = rows.at(-1)
    const finished = rows.filter(([time]) => wholeOf(time) >= start && wholeOf(time) < end)
    if (finished.length > 0) yield columnsOf(finished)
    if (rows.length < PAGE || !last || wholeOf(last[0]) < start) return
    start = wholeOf(last[0]) + MINUTE
  }
}

/** A row has the close before the high. */
function columnsOf(rows: readonly Row[]): BarColumns {
  const column = (index: number): Float64Array => Float64Array.from(rows, (row) => decimalOf(row[index]))
  const [open, close, high, low] = [1, 2, 3, 4].map(column) as [Float64Array, Float64Array, Float64Array, Float64Array]
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
