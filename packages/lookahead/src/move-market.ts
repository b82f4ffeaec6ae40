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
  return mapColumns(columns, (name, values) => {
    if (name !== 'time') return values
    const moved = new Float64Array(values.length)
    for (let row = 0; row < moved.length; row++) moved[row] = (values[row] as number) + ms
    return moved
  })
}

/** Changed prices at the same times, rounded to the instrument's precision. */
export function movePrices(columns: MarketColumns, precision: number, move: (price: number) => number): MarketColumns {
  const scale = 10 ** precision
  return mapColumns(columns, (name, values) => {
    if (name === 'time' || name === 'volume') return values
    const moved = new Float64Array(values.length)
    // In a quarter of the time that `map` of a typed array takes.
    for (let row = 0; row < moved.length; row++) moved[row] = Math.round(move(values[row] as number) * scale) / scale
    return moved
  })
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
  return mapColumns(columns, (_name, values) => {
    const selected = new Float64Array(rows.length)
    for (let at = 0; at < rows.length; at++) selected[at] = values[rows[at] as number] as number
    return selected
  })
}
