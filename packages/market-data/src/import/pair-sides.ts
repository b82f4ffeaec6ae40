import { type SeriesKey, seriesColumns, type SeriesTable } from '../store/series.ts'
import type { Problems } from './problems.ts'

/** Where a row came from, for messages. */
type Origin = (table: SeriesTable, row: number) => { file: string; line: number }

/** Joins bars of bid and ask by time; a bar with only one side is dropped and reported. */
export function pairSides(bid: SeriesTable, ask: SeriesTable, problems: Problems, origin: Origin): SeriesTable {
  const key: SeriesKey = { interval: bid.key.interval, price: 'quote' }
  const bidTime = bid.columns[0] as Float64Array
  const askTime = ask.columns[0] as Float64Array
  const bidRows = new Uint32Array(Math.min(bid.rows, ask.rows))
  const askRows = new Uint32Array(bidRows.length)
  const alone = (table: SeriesTable, row: number, side: string): void => {
    const { file, line } = origin(table, row)
    const when = new Date(table.columns[0]?.[row] as number).toISOString()
    problems.add('unpaired', file, line, `the bar of ${when} has only a ${side} side and was dropped`)
  }
  let rows = 0
  let i = 0
  let j = 0
  while (i < bid.rows || j < ask.rows) {
    const b = bidTime[i] ?? Number.POSITIVE_INFINITY
    const a = askTime[j] ?? Number.POSITIVE_INFINITY
    if (b < a) alone(bid, i++, 'bid')
    else if (a < b) alone(ask, j++, 'ask')
    else {
      bidRows[rows] = i++
      askRows[rows++] = j++
    }
  }
  const take = (table: SeriesTable, index: number, from: Uint32Array): Float64Array => {
    const column = table.columns[index] as Float64Array
    return Float64Array.from({ length: rows }, (_, row) => column[from[row] as number] as number)
  }
  const originColumn = seriesColumns(bid.key).length
  const columns = [
    take(bid, 0, bidRows),
    ...[1, 2, 3, 4].map((index) => take(bid, index, bidRows)),
    ...[1, 2, 3, 4].map((index) => take(ask, index, askRows)),
    take(bid, 5, bidRows),
    take(bid, originColumn, bidRows),
  ]
  return { key, rows, columns }
}

/** Whether the first of two one-price tables is the bid: at equal times its closes are lower more often. */
export function isBidOf(first: SeriesTable, second: SeriesTable): boolean {
  const [firstTime, secondTime] = [first.columns[0] as Float64Array, second.columns[0] as Float64Array]
  let balance = 0
  for (let i = 0, j = 0; i < first.rows && j < second.rows;) {
    const [a, b] = [firstTime[i] as number, secondTime[j] as number]
    if (a === b) balance += Math.sign((second.columns[4]?.[j] as number) - (first.columns[4]?.[i] as number))
    if (a <= b) i += 1
    if (b <= a) j += 1
  }
  return balance > 0
}
