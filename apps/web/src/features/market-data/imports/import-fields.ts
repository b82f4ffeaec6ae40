import { instrumentId } from '@tradeloom/contracts'

/** Meanings that columns of a plain CSV can have; time with close or bid and ask is the least that makes sense. */
export const MAPPING_FIELDS = [
  { key: 'time', label: 'Time' },
  { key: 'date', label: 'Date (when apart)' },
  { key: 'open', label: 'Open' },
  { key: 'high', label: 'High' },
  { key: 'low', label: 'Low' },
  { key: 'close', label: 'Close' },
  { key: 'bid', label: 'Bid' },
  { key: 'ask', label: 'Ask' },
  { key: 'price', label: 'Price (of a trade)' },
  { key: 'spread', label: 'Spread' },
  { key: 'volume', label: 'Volume' },
] as const

export interface ImportErrors {
  files?: string
  format?: string
  instrumentId?: string
}

export function validateImport(values: {
  readonly files: readonly unknown[]
  readonly format: string | null
  readonly instrumentId: string
}): ImportErrors {
  const errors: ImportErrors = {}
  if (values.files.length === 0) errors.files = 'Please choose one or more files'
  if (values.format === null) errors.format = 'Please choose a format'
  const parsed = instrumentId.safeParse(values.instrumentId.trim())
  if (!parsed.success) errors.instrumentId = 'Instrument must look like SYMBOL:BROKER, for example EURUSD:OANDA'
  return errors
}
