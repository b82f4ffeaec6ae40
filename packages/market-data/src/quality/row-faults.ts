import { type BarPrices, isCrossedQuote, isInconsistentBar } from '@tradeloom/domain'
import { type SeriesTable, seriesColumns } from '../store/series.ts'
import type { QualityKind } from './quality-report.ts'

/** Receives a fault in a row; its text is built on demand. */
export type NoteFault = (kind: QualityKind, row: number, text: () => string) => void

/** Checks each row by itself, in order; a row may have several faults. */
export function findRowFaults(table: SeriesTable, note: NoteFault): void {
  if (table.key.interval === 'Tick') checkTicks(table, note)
  else checkBars(table, note)
}

function checkTicks({ key, rows, columns }: SeriesTable, note: NoteFault): void {
  const [time, first, second] = columns as [Float64Array, Float64Array, Float64Array]
  if (key.price !== 'quote') return
  for (let row = 0; row < rows; row++) {
    const bid = first[row] as number
    const ask = second[row] as number
    if (isCrossedQuote(bid, ask)) note('crossed', row, () => `bid ${bid}, ask ${ask}`)
    if (row > 0 && time[row] === time[row - 1] && bid === first[row - 1] && ask === second[row - 1]) {
      note('duplicate', row, () => `bid ${bid}, ask ${ask} repeated in the same millisecond`)
    }
  }
}

function checkBars({ key, rows, columns }: SeriesTable, note: NoteFault): void {
  const sides = key.price === 'quote' ? [pricesFrom(columns, 1), pricesFrom(columns, 5)] : [pricesFrom(columns, 1)]
  const [bid, ask] = sides as [BarPrices, BarPrices?]
  const volume = columns[seriesColumns(key).indexOf('volume')] as Float64Array
  const hasVolume = volume.some((value) => value > 0)
  for (let row = 0; row < rows; row++) {
    // A bar is one row, however many of its sides are wrong.
    const wrong = sides.find((side) => isInconsistentBar(side, row))
    if (wrong) note('inconsistent', row, () => textOf(wrong, row))
    if (sides.every(({ high, low }) => high[row] === low[row])) note('flat', row, () => `all prices ${bid.open[row]}`)
    if (hasVolume && volume[row] === 0) note('zeroVolume', row, () => 'volume 0')
    if (ask && isCrossedQuote(bid.close[row] as number, ask.close[row] as number)) {
      note('crossed', row, () => `closes: bid ${bid.close[row]}, ask ${ask.close[row]}`)
    }
  }
}

function pricesFrom(columns: readonly Float64Array[], first: number): BarPrices {
  const [open, high, low, close] = columns.slice(first, first + 4) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  return { open, high, low, close }
}

function textOf({ open, high, low, close }: BarPrices, row: number): string {
  return `open ${open[row]}, high ${high[row]}, low ${low[row]}, close ${close[row]}`
}

/** The price used for outliers and scale: the close of a bar, the bid of a tick. */
export function referencePrice({ key, columns }: SeriesTable): Float64Array {
  const index = key.interval === 'Tick' ? 1 : 4
  return columns[index] as Float64Array
}
