import { BAR_COLUMNS, type MarketColumns, TICK_COLUMNS } from '@tradeloom/domain'

const names = (columns: MarketColumns): readonly string[] => (columns.kind === 'bar' ? BAR_COLUMNS : TICK_COLUMNS)

/** Replaces columns; unchanged columns are shared with the original. */
function mapColumns(
  columns: MarketColumns,
  change: (name: string, values: Float64Array) => Float64Array,
): MarketColumns {
  const result: Record<string, unknown> = { kind: columns.kind }
  for (const name of names(columns)) result[name] = change(name, columnOf(columns, name))
  return result as unknown as MarketColumns
}

function columnOf(columns: MarketColumns, name: string): Float64Array {
  return (columns as unknown as Record<string, Float64Array>)[name] as Float64Array
}

/** The same prices at shifted times. */
export function moveTime(columns: MarketColumns, ms: number): MarketColumns {
  return mapColumns(columns, (name, values) => (name === 'time' ? values.map((time) => time + ms) : values))
}

/** Changed prices at the same times, rounded to the instrument's precision. */
export function movePrices(columns: MarketColumns, precision: number, move: (price: number) => number): MarketColumns {
  const scale = 10 ** precision
  return mapColumns(columns, (name, values) =>
    name === 'time' || name === 'volume' ? values : values.map((price) => Math.round(move(price) * scale) / scale),
  )
}

/** The rows with `from <= time < to`. */
export function between(columns: MarketColumns, from: number, to: number): MarketColumns {
  const { time } = columns
  let first = 0
  while (first < time.length && (time[first] as number) < from) first += 1
  let last = first
  while (last < time.length && (time[last] as number) < to) last += 1
  return mapColumns(columns, (_name, values) => values.subarray(first, last))
}

/** Selected rows, by index. */
export function rowsOf(columns: MarketColumns, rows: readonly number[]): MarketColumns {
  return mapColumns(columns, (_name, values) => Float64Array.from(rows, (row) => values[row] as number))
}
