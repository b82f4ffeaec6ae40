import type { ImportFormat } from '../import-format.ts'
import { readRows } from '../read-rows.ts'
import { planCsv } from './csv-format.ts'

/**
 * One file per side, bid and ask, told apart by their names or else by their prices; or one file with both sides
 * (BidOpen … AskClose). Dates with slashes have the month first.
 */
export const fxcmFormat: ImportFormat = {
  name: 'fxcm',
  title: 'FXCM CSV pair',
  description: 'Two CSV files, one with bid and one with ask prices: timestamp, open, high, low, close. Times in UTC.',
  defaultTimezone: 'UTC',
  extensions: ['.csv', '.gz', '.zip'],
  needsMapping: false,
  read: (file, context) => readRows(file, context, (sample) => planCsv(sample, file, context, 'mdy')),
}
