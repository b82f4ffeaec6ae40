import { instrumentId } from '@tradeloom/contracts'

/** Meanings of columns in a plain CSV file; the minimum is time with close, or time with bid and ask. */
export const MAPPING_FIELDS = [
  { key: 'time', label: 'Time' },
  { key: 'date', label: 'Date (if separate)' },
  { key: 'open', label: 'Open' },
  { key: 'high', label: 'High' },
  { key: 'low', label: 'Low' },
  { key: 'close', label: 'Close' },
  { key: 'bid', label: 'Bid' },
  { key: 'ask', label: 'Ask' },
  { key: 'price', label: 'Trade price' },
  { key: 'spread', label: 'Spread' },
  { key: 'volume', label: 'Volume' },
] as const

export interface ImportValues {
  readonly files: readonly File[]
  readonly format: string | null
  readonly instrumentId: string
  readonly timezone: string
  readonly interval: string | null
  readonly mapping: Readonly<Record<string, string>>
}

/** What is wrong with the form, by field. */
export function validateImport({ files, format, instrumentId: id }: ImportValues): Record<string, string> {
  const errors: Record<string, string> = {}
  if (files.length === 0) errors['files'] = 'Please choose one or more files'
  if (format === null) errors['format'] = 'Please choose a format'
  if (!instrumentId.safeParse(id.trim()).success) {
    errors['instrumentId'] = 'Instrument must look like SYMBOL:BROKER, for example EURUSD:OANDA'
  }
  return errors
}
