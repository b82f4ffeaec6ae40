import type { BarColumns } from '@tradeloom/domain'
import type { OandaRest } from './oanda-rest.ts'
import { decimalOf, type Fields, fieldsOf, rowsOf, timeOf } from './read-fields.ts'

const MINUTE = 60_000
const PAGE = 5_000

export interface CandleRange {
  /** As the venue writes it. */
  readonly name: string
  readonly from: number
  readonly to: number
}

/** Finished minutes of both sides, in pages. Minutes in which no price has changed have none. */
export async function* readCandles(rest: OandaRest, { name, from, to }: CandleRange): AsyncIterable<BarColumns> {
  for (let start = from; start < to;) {
    const since = encodeURIComponent(new Date(start).toISOString())
    const query = `price=BA&granularity=M1&from=${since}&count=${PAGE}`
    const { candles } = await rest.history(`/instruments/${name}/candles?${query}`)
    const rows = rowsOf(candles)
    const finished = rows.filter(({ time, complete }) => complete === true && isWithin(timeOf(time), start, to))
    if (finished.length > 0) yield columnsOf(finished)
    const last = rows.at(-1)
    if (rows.length < PAGE || last === undefined || timeOf(last['time']) < start) return
    start = timeOf(last['time']) + MINUTE
  }
}

function isWithin(time: number, from: number, to: number): boolean {
  return time >= from && time < to
}

function columnsOf(rows: readonly Fields[]): BarColumns {
  const column = (side: 'bid' | 'ask', price: 'o' | 'h' | 'l' | 'c'): Float64Array =>
    Float64Array.from(rows, (row) => decimalOf(fieldsOf(row[side])[price]))
  return {
    kind: 'bar',
    time: Float64Array.from(rows, ({ time }) => timeOf(time)),
    bidOpen: column('bid', 'o'),
    bidHigh: column('bid', 'h'),
    bidLow: column('bid', 'l'),
    bidClose: column('bid', 'c'),
    askOpen: column('ask', 'o'),
    askHigh: column('ask', 'h'),
    askLow: column('ask', 'l'),
    askClose: column('ask', 'c'),
    // The venue counts changes of the price, and knows no other volume.
    volume: Float64Array.from(rows, ({ volume }) => Number(volume ?? 0)),
  }
}
