import type { ImportFormat } from '../import-format.ts'
import { readRows } from '../read-rows.ts'
import { planCsv } from './csv-format.ts'

/**
 * One file per side, identified as bid or ask by name or else by price; or one file with both sides (BidOpen …
 * AskClose). In dates with slashes the month comes first.
 */
export const fxcmFormat: ImportFormat = {
  name: 'fxcm',
  title: 'FXCM CSV pair',
  description: 'Two CSV files, one with bid and one with ask prices: timestamp, open, high, low, close. Times in UTC.',
  defaultTimezone: 'UTC',
  extensions: ['.csv', '.gz', '.zip'],
  needsMapping: false,
  isPaired: true,
  read: (file, context) => readRows(file, context, (sample) => planCsv(sample, file, context, 'mdy')),
}
