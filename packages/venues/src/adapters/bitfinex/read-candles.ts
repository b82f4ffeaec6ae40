import type { BarColumns } from '@tradeloom/domain'
import { barsOfTrades } from '../../wire/bars-of-trades.ts'
import type { BitfinexRest } from './bitfinex-rest.ts'
import { decimalOf, rowsOf, wholeOf } from './read-json.ts'

const MINUTE = 60_000
const PAGE = 10_000
/** The close comes before the high. */
const COLUMNS = { time: 0, open: 1, close: 2, high: 3, low: 4, volume: 5 } as const

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
    if (finished.length > 0)
      yield barsOfTrades((name) => Float64Array.from(finished, (row) => decimalOf(row[COLUMNS[name]])))
    if (rows.length < PAGE || !last || wholeOf(last[0]) < start) return
    start = wholeOf(last[0]) + MINUTE
  }
}
