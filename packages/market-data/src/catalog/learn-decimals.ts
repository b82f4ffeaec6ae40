import { decimalPlaces } from '@tradeloom/domain'
import { seriesColumns, type SeriesTable } from '../store/series.ts'

/** Decimal places in a sample of rows; null where the sample has no value. */
export interface LearnedDecimals {
  readonly price: number | null
  readonly volume: number | null
}

/** Rows of a sample: enough that not all of them end in a zero by chance. */
const MAX_SAMPLED = 500
/** No venue quotes more; a value with more places is computed, such as a mid price or a sum. */
const MAX_DECIMALS = 8

/** The most decimal places of rows that are spread evenly over a table. */
export function learnDecimals({ key, rows, columns }: SeriesTable): LearnedDecimals {
  let price: number | null = null
  let volume: number | null = null
  const step = Math.max(1, Math.ceil(rows / MAX_SAMPLED))
  for (const [index, name] of seriesColumns(key).entries()) {
    if (name === 'time') continue
    const found = maxDecimals(columns[index] as Float64Array, rows, step)
    if (name === 'volume') volume = found
    else price = widest(price, found)
  }
  return { price, volume }
}

function maxDecimals(values: Float64Array, rows: number, step: number): number | null {
  let max: number | null = null
  for (let row = 0; row < rows; row += step) {
    const value = values[row] as number
    // Zero stands for a quantity that is not known.
    if (!Number.isFinite(value) || value === 0) continue
    const places = decimalPlaces(value)
    if (places <= MAX_DECIMALS) max = widest(max, places)
  }
  return max
}

/** The larger of two numbers of places, as far as they are known. */
export function widest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.max(a, b)
}
