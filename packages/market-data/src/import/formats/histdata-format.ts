import { ImportError } from '../import-error.ts'
import type { ImportFormat, ReadContext } from '../import-format.ts'
import type { TextFile } from '../open-files.ts'
import { columnsOfMt4 } from './mt5-format.ts'
import { planCsv } from './csv-format.ts'
import { readRows } from '../read-rows.ts'
import type { RowParser, Sample } from '../store-row.ts'
import { rowParser } from '../parse-row.ts'

/**
 * HistData.com: bars of bid prices, or ticks. Its times are Eastern Standard Time all year, without daylight saving
 * time.
 */
export const histdataFormat: ImportFormat = {
  name: 'histdata',
  title: 'HistData',
  description:
    'Files of HistData.com: minutes of bid prices (generic ASCII, MetaTrader, NinjaTrader or MetaStock), or ticks ' +
    '(generic ASCII). Times are in UTC-05:00 all year.',
  defaultTimezone: 'UTC-05:00',
  extensions: ['.csv', '.txt', '.gz', '.zip'],
  needsMapping: false,
  read: (file, context) => readRows(file, context, planHistdata),
}

/** Whether a file, or an entry of an archive, has a name that HistData gives. */
export function isHistdataName(name: string): boolean {
  return /(?:^|\s)dat_(?:ascii|mt|nt|ms)_|histdata/i.test(name)
}

function planHistdata(sample: Sample, file: TextFile, context: ReadContext): RowParser {
  const first = sample.rows[0] ?? []
  // For MetaStock it writes what others write as well, so only the name tells whose clock it is.
  if (/^<ticker>$/i.test(first[0] ?? '') && isHistdataName(`${file.fileName} ${file.entryName}`)) {
    return planCsv(sample, file, context)
  }
  const base = { headerRows: 0, source: 'bid', order: null, first } as const
  if (/^\d{8} \d{6}$/.test(first[0] ?? '') && first.length >= 5) {
    const columns = { time: 0, open: 1, high: 2, low: 3, close: 4, ...(first.length > 5 ? { volume: 5 } : {}) }
    return rowParser({ ...base, columns }, file, context)
  }
  if (/^\d{8} \d{9}$/.test(first[0] ?? '') && first.length >= 3) {
    return rowParser({ ...base, columns: { time: 0, bid: 1, ask: 2 } }, file, context)
  }
  const columns = columnsOfMt4(first)
  if (columns) return rowParser({ ...base, columns }, file, context)
  throw new ImportError('the first line is neither a HistData minute nor a HistData tick', file.name, 1)
}
