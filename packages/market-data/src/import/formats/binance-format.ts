import { intervalOfMs } from '../detect-interval.ts'
import { ImportError } from '../import-error.ts'
import type { ImportFormat, ReadContext } from '../import-format.ts'
import type { TextFile } from '../open-files.ts'
import { readRows } from '../read-rows.ts'
import type { RowParser, Sample } from '../store-row.ts'
import { rowParser } from '../parse-row.ts'
import { parseTime } from '@tradeloom/domain/zones'

/** Klines and trades from data.binance.vision and the REST API; times in milliseconds or microseconds. */
export const binanceFormat: ImportFormat = {
  name: 'binance',
  title: 'Binance',
  description:
    'Klines as CSV (with or without a header, as data.binance.vision has them) or as JSON from the REST API; trades and ' +
    'aggregate trades as CSV. Times are in UTC.',
  defaultTimezone: 'UTC',
  extensions: ['.csv', '.json', '.gz', '.zip'],
  needsMapping: false,
  read: (file, context) => readRows(file, context, planBinance),
}

function planBinance(sample: Sample, file: TextFile, context: ReadContext): RowParser {
  const headerRows = /^[a-z]/i.test(sample.rows[0]?.[0]?.trim() ?? '') ? 1 : 0
  const row = sample.rows[headerRows]
  if (!row) throw new ImportError('the file has no rows', file.name)
  const base = { headerRows, source: 'trade', order: null, first: row } as const
  if (isEpoch(row[0]) && row.length >= 6) {
    const columns = { time: 0, open: 1, high: 2, low: 3, close: 4, volume: 5 }
    const plan = rowParser({ ...base, columns }, file, context)
    if (isEpoch(row[6])) plan.sink.interval = intervalOfMs(epoch(row[6]) - epoch(row[0]) + 1)
    return plan
  }
  // Trades: id, price, quantity, quote quantity, time; aggregate trades: id, price, quantity, first id, last id, time.
  const time = [5, 4].find((index) => isEpoch(row[index]) && /^(true|false)$/i.test(row[index + 1]?.trim() ?? ''))
  if (time !== undefined) return rowParser({ ...base, columns: { time, price: 1, volume: 2 } }, file, context)
  throw new ImportError('the row is neither a Binance kline nor a Binance trade', file.name, headerRows + 1)
}

function epoch(cell: string | undefined): number {
  return parseTime(cell ?? '').local
}

/** 13 digits are milliseconds, 16 are microseconds. */
function isEpoch(cell: string | undefined): boolean {
  return /^\d{13}(\d{3})?$/.test(cell?.trim() ?? '')
}
