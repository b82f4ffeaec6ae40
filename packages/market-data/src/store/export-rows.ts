import { UserError } from '@tradeloom/domain'
import { damagedIn, damagedMonth } from './damaged-month.ts'
import type { MarketReader } from './market-reader.ts'
import { monthsIn } from './period-hash.ts'
import { readMonths } from './read-months.ts'
import { type SeriesKey, seriesColumns, type SeriesTable } from './series.ts'

export interface RowsToExport {
  readonly instrumentId: string
  readonly key: SeriesKey
  /** `from <= time < to`, UTC milliseconds. */
  readonly from: number
  readonly to: number
}

export interface ExportedRows {
  /** Tells the side of one-price data, which the importer reads from it: `EURUSD-OANDA-M1-bid.csv`. */
  readonly fileName: string
  /** Lines of a CSV file with a header, month by month. */
  readonly lines: AsyncIterable<string>
}

/** Rows in each part of the text. */
const PART = 5_000

/** A stored series as the CSV that the importer reads. Throws if there is none, or if a month of it is damaged. */
export async function exportRows(store: MarketReader, wanted: RowsToExport): Promise<ExportedRows> {
  const { key, from, to } = wanted
  const found = await store.instrument(wanted.instrumentId)
  const series = found?.series.find(({ interval, price }) => interval === key.interval && price === key.price)
  if (!found || !series) throw new UserError('no-data', `There is no such data for ${wanted.instrumentId}`)
  const damaged = damagedIn(series, from, to)
  if (damaged.length > 0) throw damagedMonth(found.id, series, damaged)
  async function* lines(): AsyncGenerator<string> {
    yield `${seriesColumns(key).join(',')}\n`
    for (const month of monthsIn(series!, from, to)) {
      yield* linesOf(await readMonths(store.layers, found!, series!, series!.interval, [month]), from, to)
    }
  }
  const side = series.source === 'both' || series.source === 'trade' ? '' : `-${series.source}`
  return { fileName: `${found.id.replace(':', '-')}-${key.interval}${side}.csv`, lines: lines() }
}

function* linesOf({ rows, columns }: SeriesTable, from: number, to: number): Generator<string> {
  const time = columns[0] ?? new Float64Array()
  let text = ''
  for (let row = 0; row < rows; row++) {
    const at = time[row] as number
    if (at < from || at >= to) continue
    text += new Date(at).toISOString()
    for (const column of columns.slice(1)) text += `,${column[row]}`
    text += '\n'
    if (row % PART === PART - 1) {
      yield text
      text = ''
    }
  }
  if (text !== '') yield text
}
