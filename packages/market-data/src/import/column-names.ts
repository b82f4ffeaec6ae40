import type { ColumnMapping } from './import-format.ts'
import { ImportError } from './import-error.ts'

/** What a column of a price file can contain. */
const FIELDS = [
  'time', 'date', 'open', 'high', 'low', 'close', 'volume', 'bid', 'ask', 'price', 'spread',
  'bidOpen', 'bidHigh', 'bidLow', 'bidClose', 'askOpen', 'askHigh', 'askLow', 'askClose',
] as const // prettier-ignore

export type Field = (typeof FIELDS)[number]
/** The column number, from 0, of each field in a file. */
export type Columns = Partial<Record<Field, number>>

/** Header names in lowercase without punctuation, in order of preference. */
const SYNONYMS: Readonly<Record<Field, readonly string[]>> = {
  time: [
    'timestamp',
    'datetime',
    'opentime',
    'unix',
    'gmttime',
    'utctime',
    'timeutc',
    'time',
    'localtime',
    'datetimeutc',
  ],
  date: ['date', 'day'],
  open: ['open', 'o', 'openprice'],
  high: ['high', 'h', 'max', 'highprice'],
  low: ['low', 'l', 'min', 'lowprice'],
  close: ['close', 'c', 'closeprice'],
  volume: ['volume', 'tickvolume', 'tickvol', 'vol', 'v', 'totalticks', 'amount', 'size', 'qty', 'quantity'],
  bid: ['bid', 'bidprice', 'bidpx'],
  ask: ['ask', 'askprice', 'offer', 'askpx'],
  price: ['price', 'last', 'rate'],
  spread: ['spread'],
  bidOpen: ['bidopen', 'openbid'],
  bidHigh: ['bidhigh', 'highbid'],
  bidLow: ['bidlow', 'lowbid'],
  bidClose: ['bidclose', 'closebid'],
  askOpen: ['askopen', 'openask'],
  askHigh: ['askhigh', 'highask'],
  askLow: ['asklow', 'lowask'],
  askClose: ['askclose', 'closeask'],
}

/** Columns of a header, or null if the row is not a header (one of its cells is a number). */
export function columnsOfHeader(cells: readonly string[]): Columns | null {
  if (cells.some((cell) => /^\s*-?\d/.test(cell))) return null
  const names = cells.map((cell) => cell.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  const columns: Columns = {}
  for (const field of FIELDS) {
    const name = SYNONYMS[field].find((synonym) => names.includes(synonym))
    // Volumes in base and quote currency share a first word (`Volume BTC`, `Volume USDT`); the base comes first.
    const index = name === undefined && field === 'volume' ? names.findIndex((one) => one.startsWith('volume')) : -1
    if (name !== undefined) columns[field] = names.indexOf(name)
    else if (index >= 0) columns.volume = index
  }
  // An unnamed index column in front of prices is the time.
  if (columns.time === undefined && columns.date === undefined && names[0] === '') columns.time = 0
  return columns
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
    if (field === 'dayOrder') continue
    if (!FIELDS.includes(field as Field)) {
      throw new ImportError(`mapping: "${field}" is not one of ${FIELDS.join(', ')}, dayOrder`, file)
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
