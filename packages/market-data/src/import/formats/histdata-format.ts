import { ImportError } from '../import-error.ts'
import type { ImportFormat, ReadContext } from '../import-format.ts'
import type { TextFile } from '../open-files.ts'
import { readRows } from '../read-rows.ts'
import type { RowParser } from '../store-row.ts'
import { rowParser } from '../parse-row.ts'

/**
 * HistData.com: bars of bid prices, or ticks. Its times are Eastern Standard Time all year, without daylight saving
 * time.
 */
export const histdataFormat: ImportFormat = {
  name: 'histdata',
  title: 'HistData',
  description:
    'Generic ASCII files of HistData.com: minutes (20120201 000000;open;high;low;close;volume, bid prices) or ticks ' +
    '(20120201 000003660,bid,ask,volume). Times are in UTC-05:00 all year.',
  defaultTimezone: 'UTC-05:00',
  extensions: ['.csv', '.txt', '.gz', '.zip'],
  needsMapping: false,
  read: (file, context) => readRows(file, context, planHistdata),
}

function planHistdata(sample: readonly (readonly string[])[], file: TextFile, context: ReadContext): RowParser {
  const first = sample[0] ?? []
  const base = { headerRows: 0, source: 'bid', order: null, first } as const
  if (/^\d{8} \d{6}$/.test(first[0] ?? '') && first.length >= 5) {
    const columns = { time: 0, open: 1, high: 2, low: 3, close: 4, ...(first.length > 5 ? { volume: 5 } : {}) }
    return rowParser({ ...base, columns }, file, context)
  }
  if (/^\d{8} \d{9}$/.test(first[0] ?? '') && first.length >= 3) {
    return rowParser({ ...base, columns: { time: 0, bid: 1, ask: 2 } }, file, context)
  }
  throw new ImportError('the first line is neither a HistData minute nor a HistData tick', file.name, 1)
}
