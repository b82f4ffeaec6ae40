import { BAR_COLUMNS, type Interval, INTERVALS, isBarInterval, TICK_COLUMNS } from '@tradeloom/domain'

/** One-second bars exist in exchange archives; the engine itself starts at five seconds. */
export type SeriesInterval = Interval | 'S1'

/** `quote` has bid and ask, `trade` has one price: trades, or one side of a quote. */
export type PriceKind = 'quote' | 'trade'

/** Which price a one-price series has. */
export type PriceSource = 'trade' | 'bid' | 'ask' | 'mid'

export interface SeriesKey {
  readonly interval: SeriesInterval
  readonly price: PriceKind
}

/** Rows of one series, oldest first; `columns` in the order of `seriesColumns(key)`, all of the same length. */
export interface SeriesTable {
  readonly key: SeriesKey
  readonly rows: number
  readonly columns: readonly Float64Array[]
}

const TRADE_BAR_COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const
const TRADE_TICK_COLUMNS = ['time', 'price', 'volume'] as const

/** Column names of a series, time (UTC milliseconds) first. */
export function seriesColumns(key: SeriesKey): readonly string[] {
  if (key.interval === 'Tick') return key.price === 'quote' ? TICK_COLUMNS : TRADE_TICK_COLUMNS
  return key.price === 'quote' ? BAR_COLUMNS : TRADE_BAR_COLUMNS
}

/** Length of a bar in milliseconds; 0 for ticks. */
export function seriesMs(interval: SeriesInterval): number {
  if (interval === 'Tick') return 0
  return interval === 'S1' ? 1_000 : INTERVALS[interval].ms
}

export function seriesFolder(key: SeriesKey): string {
  return `${key.interval}-${key.price}`
}

/** The reverse of `seriesFolder`; null for an unknown folder. */
export function parseSeriesFolder(name: string): SeriesKey | null {
  const match = /^([A-Za-z0-9]+)-(quote|trade)$/.exec(name)
  const interval = match?.[1]
  if (!interval || !(interval === 'Tick' || interval === 'S1' || isBarInterval(interval))) return null
  return { interval, price: match[2] as PriceKind }
}

/** Ticks first, then by length; the order in which series are listed. */
export function compareSeries(a: SeriesKey, b: SeriesKey): number {
  return seriesMs(a.interval) - seriesMs(b.interval) || (a.price < b.price ? -1 : a.price > b.price ? 1 : 0)
}

/** The month of a UTC time, such as `2014-05`. */
export function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7)
}

/** First millisecond of a month and of the next one, UTC. */
export function monthRange(month: string): { start: number; end: number } {
  const year = Number(month.slice(0, 4))
  const index = Number(month.slice(5, 7)) - 1
  return { start: Date.UTC(year, index), end: Date.UTC(year, index + 1) }
}

/** Index of the first value in an ascending column that is not below `target`. */
export function lowerBound(column: Float64Array, target: number): number {
  let low = 0
  let high = column.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((column[middle] as number) < target) low = middle + 1
    else high = middle
  }
  return low
}

/** Rows `[from, to)` as views of the same memory. */
export function sliceTable(table: SeriesTable, from: number, to: number): SeriesTable {
  return { key: table.key, rows: to - from, columns: table.columns.map((column) => column.subarray(from, to)) }
}

function emptyTable(key: SeriesKey): SeriesTable {
  return { key, rows: 0, columns: seriesColumns(key).map(() => new Float64Array(0)) }
}

/** Several tables of one series with the same columns, one after the other. */
export function concatTables(key: SeriesKey, tables: readonly SeriesTable[]): SeriesTable {
  const first = tables[0]
  if (!first) return emptyTable(key)
  if (tables.length === 1) return first
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const columns = first.columns.map((_, index) => {
    const column = new Float64Array(rows)
    let offset = 0
    for (const table of tables) {
      column.set(table.columns[index] as Float64Array, offset)
      offset += table.rows
    }
    return column
  })
  return { key, rows, columns }
}

/** Splits an ascending table at the boundaries of UTC months. */
export function splitMonths(table: SeriesTable): { month: string; table: SeriesTable }[] {
  const time = table.columns[0] as Float64Array
  const parts: { month: string; table: SeriesTable }[] = []
  let from = 0
  while (from < table.rows) {
    const month = monthOf(time[from] as number)
    const to = lowerBound(time, monthRange(month).end)
    parts.push({ month, table: sliceTable(table, from, to) })
    from = to
  }
  return parts
}
