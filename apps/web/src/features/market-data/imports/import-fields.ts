import { type ImportDetection, instrumentId } from '@tradeloom/contracts'
import { isSameSymbol } from '@tradeloom/domain'

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
  /** The symbol to read, as the files name it. */
  readonly symbol: string
  /** What the files leave open, as far as they were recognized. */
  readonly open: Pick<ImportDetection, 'asks' | 'symbols'>
}

/** The symbols to choose from: several, or one that is not that of the instrument; otherwise none. */
export function openSymbols({ open: { symbols }, instrumentId: id }: ImportValues): readonly string[] {
  const [only, ...more] = symbols
  const [own = ''] = id.trim().split(':')
  return only !== undefined && more.length === 0 && (own === '' || isSameSymbol(only, own)) ? [] : symbols
}

/** What is wrong with the form, by field. */
export function validateImport(values: ImportValues): Record<string, string> {
  const { files, format, instrumentId: id, timezone, mapping, symbol, open } = values
  const errors: Record<string, string> = {}
  if (files.length === 0) errors['files'] = 'Please choose one or more files'
  if (format === null) errors['format'] = 'Please choose a format'
  if (!instrumentId.safeParse(id.trim()).success) {
    errors['instrumentId'] = 'Instrument must look like SYMBOL:BROKER, for example EURUSD:OANDA'
  }
  const symbols = openSymbols(values)
  if (symbols.length > 0 && !symbols.includes(symbol)) {
    errors['symbol'] =
      symbols.length > 1 ? 'Please choose the symbol to import' : 'Please confirm, or choose the instrument of the file'
  }
  if (open.asks.includes('timezone') && timezone.trim() === '') errors['timezone'] = 'Please state the time zone'
  if (open.asks.includes('dayOrder') && !mapping['dayOrder']) errors['dayOrder'] = 'Please choose the order'
  if (open.asks.includes('decimal') && !mapping['decimal']) errors['decimal'] = 'Please choose the decimal sign'
  return errors
}
