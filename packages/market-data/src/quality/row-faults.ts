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
    if (ask < bid) note('crossed', row, () => `bid ${bid}, ask ${ask}`)
    if (row > 0 && time[row] === time[row - 1] && bid === first[row - 1] && ask === second[row - 1]) {
      note('duplicate', row, () => `bid ${bid}, ask ${ask} repeated in the same millisecond`)
    }
  }
}

function checkBars({ key, rows, columns }: SeriesTable, note: NoteFault): void {
  const sides = key.price === 'quote' ? [1, 5] : [1]
  const at = (column: number, row: number): number => (columns[column] as Float64Array)[row] as number
  const volume = columns[seriesColumns(key).indexOf('volume')] as Float64Array
  const hasVolume = volume.some((value) => value > 0)
  for (let row = 0; row < rows; row++) {
    let flat = true
    for (const side of sides) {
      const open = at(side, row)
      const high = at(side + 1, row)
      const low = at(side + 2, row)
      const close = at(side + 3, row)
      if (open > high || close > high || open < low || close < low) {
        note('inconsistent', row, () => `open ${open}, high ${high}, low ${low}, close ${close}`)
      }
      if (high !== low) flat = false
    }
    if (flat) note('flat', row, () => `all prices ${at(1, row)}`)
    if (hasVolume && volume[row] === 0) note('zeroVolume', row, () => 'volume 0')
    if (key.price === 'quote' && at(8, row) < at(4, row)) {
      note('crossed', row, () => `closes: bid ${at(4, row)}, ask ${at(8, row)}`)
    }
  }
}

/** The price used for outliers and scale: the close of a bar, the bid of a tick. */
export function referencePrice({ key, columns }: SeriesTable): Float64Array {
  const index = key.interval === 'Tick' ? 1 : 4
  return columns[index] as Float64Array
}
