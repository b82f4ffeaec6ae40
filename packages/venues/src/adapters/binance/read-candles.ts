import type { BarColumns } from '@tradeloom/domain'
import { barsOfTrades } from '../../wire/bars-of-trades.ts'
import type { BinanceRest } from './binance-rest.ts'
import type { PriceWire } from './price-wire.ts'

const MINUTE = 60_000
const PAGE = 1_000
const COLUMNS = { time: 0, open: 1, high: 2, low: 3, close: 4, volume: 5 } as const

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
    if (finished.length > 0)
      yield barsOfTrades((name) => Float64Array.from(finished, (row) => Number(row[COLUMNS[name]])))
    if (rows.length < PAGE || typeof last !== 'number' || last < start) return
    start = last + MINUTE
  }
}
