import type { ColumnMapping } from './import-format.ts'
import { ImportError } from './import-error.ts'

/** What a column of a price file can contain. */
const FIELDS = [
  'time', 'date', 'open', 'high', 'low', 'close', 'volume', 'bid', 'ask', 'price', 'spread', 'symbol',
  'bidOpen', 'bidHigh', 'bidLow', 'bidClose', 'askOpen', 'askHigh', 'askLow', 'askClose',
] as const // prettier-ignore

export type Field = (typeof FIELDS)[number]
/** The column number, from 0, of each field in a file. */
export type Columns = Partial<Record<Field, number>>

/** Header names in lowercase without accents and punctuation, in order of preference. */
const SYNONYMS: Readonly<Record<Field, readonly string[]>> = {
  time: [
    'timestamp', 'datetime', 'opentime', 'unix', 'gmttime', 'utctime', 'timeutc', 'time', 'localtime', 'datetimeutc',
    'ratedatetime', 'windowstart', 'eet', 'timeeet', 'datumzeit', 'zeit', 'uhrzeit', 't',
  ],
  date: ['date', 'day', 'dtyyyymmdd', 'datum', 'tag'],
  open: ['open', 'o', 'openprice', 'eroffnung', 'eroffnungskurs', 'eroffn', 'eroffnet'],
  high: ['high', 'h', 'max', 'highprice', 'hoch', 'hochst', 'hochstkurs', 'tageshoch'],
  low: ['low', 'l', 'min', 'lowprice', 'tief', 'tiefst', 'tiefstkurs', 'tagestief'],
  close: ['close', 'c', 'closeprice', 'closelast', 'schluss', 'schlusskurs'],
  volume: [
    'volume', 'tickvolume', 'tickvol', 'vol', 'v', 'totalticks', 'amount', 'size', 'qty', 'quantity', 'volumen',
    'stuck', 'umsatz',
  ],
  bid: ['bid', 'bidprice', 'bidpx', 'ratebid', 'geld'],
  ask: ['ask', 'askprice', 'offer', 'askpx', 'rateask', 'brief'],
  price: ['price', 'last', 'rate', 'latest', 'kurs', 'zuletzt'],
  spread: ['spread'],
  symbol: [
    'symbol', 'ticker', 'pair', 'instrument', 'currencypair', 'ccypair', 'product', 'market', 'security', 'code', 'isin',
    'wkn', 'sym',
  ],
  bidOpen: ['bidopen', 'openbid'],
  bidHigh: ['bidhigh', 'highbid'],
  bidLow: ['bidlow', 'lowbid'],
  bidClose: ['bidclose', 'closebid'],
  askOpen: ['askopen', 'openask'],
  askHigh: ['askhigh', 'highask'],
  askLow: ['asklow', 'lowask'],
  askClose: ['askclose', 'closeask'],
} // prettier-ignore

/** Settings of a mapping that are not columns. */
const SETTINGS = ['dayOrder', 'decimal']

/** Whether a mapping names columns, rather than only how dates and numbers are written. */
export function namesColumns(mapping: ColumnMapping): boolean {
  return Object.keys(mapping).some((key) => !SETTINGS.includes(key))
}

/** Columns of a header, or null if the row is not a header (one of its cells is a number). */
export function columnsOfHeader(cells: readonly string[]): Columns | null {
  if (cells.some((cell) => /^\s*-?\d/.test(cell))) return null
  const names = cells.map(plainName)
  const columns: Columns = {}
  for (const field of FIELDS) {
    const name = SYNONYMS[field].find((synonym) => names.includes(synonym))
    // Volumes in base and quote currency share a first word (`Volume BTC`, `Volume USDT`); the base comes first.
    const index = name === undefined && field === 'volume' ? names.findIndex((one) => one.startsWith('volume')) : -1
    if (name !== undefined) columns[field] = names.indexOf(name)
    else if (index >= 0) columns.volume = index
  }
  // Some exports call the close the price or the last price.
  if (columns.close === undefined && columns.open !== undefined && columns.price !== undefined) {
    columns.close = columns.price
  }
  // An unnamed index column in front of prices is the time.
  if (columns.time === undefined && columns.date === undefined && names[0] === '') columns.time = 0
  return columns
}

/** `Time (UTC+2)` is `time`, `Eröffn.` is `eroffn`; a side in parentheses is part of the name. */
function plainName(cell: string): string {
  const [name = ''] = cell.split(/\s*\((?!.*(?:bid|ask|offer))/i)
  const letters = (name || cell).toLowerCase().replaceAll('ß', 'ss').normalize('NFD')
  return letters.replaceAll('oe', 'o').replaceAll(/[^a-z0-9]/g, '')
}

/** A column that the header names twice, so that nobody can tell which of the two was meant; null if there is none. */
export function repeatedColumn(header: readonly string[], columns: Columns): string | null {
  const names = header.map((name) => name.trim().toLowerCase())
  const used = Object.values(columns).map((index) => names[index] as string)
  return used.find((name) => name !== '' && names.indexOf(name) !== names.lastIndexOf(name)) ?? null
}

/** Columns that the user mapped, by header or by number from 1. */
export function columnsOfMapping(mapping: ColumnMapping, header: readonly string[], file: string): Columns {
  const columns: Columns = {}
  for (const [field, column] of Object.entries(mapping)) {
    if (SETTINGS.includes(field)) continue
    if (!FIELDS.includes(field as Field)) {
      throw new ImportError(`mapping: "${field}" is not one of ${[...FIELDS, ...SETTINGS].join(', ')}`, file)
    }
    const isNamed = (name: string): boolean => name.trim().toLowerCase() === column.trim().toLowerCase()
    const byName = header.findIndex(isNamed)
    if (byName !== header.findLastIndex(isNamed))
      throw new ImportError(`mapping: there are two columns "${column}"; use the number of one of them`, file)
    const index = byName >= 0 ? byName : /^\d+$/.test(column) ? Number(column) - 1 : -1
    if (index < 0 || index >= header.length) {
      throw new ImportError(`mapping: there is no column "${column}"; the first row is ${header.join(', ')}`, file)
    }
    columns[field as Field] = index
  }
  return columns
}
