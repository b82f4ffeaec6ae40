import { monthOf, type SeriesKey, seriesColumns, type SeriesTable } from '../store/series.ts'
import type { Problems } from './problems.ts'
import type { ParsedFile } from './parsed-rows.ts'

/** Line numbers are below this; the origin of a row is its file number times this plus its line number. */
const LINES = 2 ** 32

export interface OrderedFile {
  /** In time order, bars without duplicates, with one extra column after the series' own: the origin. */
  readonly table: SeriesTable
  readonly file: ParsedFile
  readonly duplicates: number
  /** The same by month. */
  readonly duplicateMonths: ReadonlyMap<string, number>
}

const NO_DUPLICATES: ReadonlyMap<string, number> = new Map()

/**
 * Sorts rows by time. Rows out of order are counted and sorted; rows of the same time stay in file order. Of bars with
 * the same time the last one wins; whether the others had the same values is reported.
 */
export function orderRows(file: ParsedFile, key: SeriesKey, fileNumber: number, problems: Problems): OrderedFile {
  const origin = file.lines.map((line) => fileNumber * LINES + line)
  const sorted = sortByTime([...file.columns, origin], file, problems)
  if (key.interval === 'Tick')
    return { table: { key, rows: file.rows, columns: sorted }, file, duplicates: 0, duplicateMonths: NO_DUPLICATES }
  return dropDuplicates(sorted, key, file, problems)
}

/** File number and line of a row of an ordered table. */
export function rowOrigin(table: SeriesTable, row: number): { fileNumber: number; line: number } {
  const origin = table.columns[seriesColumns(table.key).length]?.[row] ?? 0
  return { fileNumber: Math.floor(origin / LINES), line: origin % LINES }
}

/** Without the origin. */
export function withoutOrigin(table: SeriesTable): SeriesTable {
  return { ...table, columns: table.columns.slice(0, seriesColumns(table.key).length) }
}

function sortByTime(columns: readonly Float64Array[], file: ParsedFile, problems: Problems): readonly Float64Array[] {
  const time = columns[0] as Float64Array
  let backwards = 0
  let firstRow = 0
  for (let row = 1; row < time.length; row++) {
    if ((time[row] as number) >= (time[row - 1] as number)) continue
    backwards += 1
    firstRow ||= row
  }
  if (backwards === 0) return columns
  const line = file.lines[firstRow] as number
  problems.add('outOfOrder', file.file, line, 'time goes backward; rows were sorted by time', backwards)
  const order = Uint32Array.from({ length: time.length }, (_, row) => row)
  order.sort((a, b) => (time[a] as number) - (time[b] as number) || a - b)
  return columns.map((column) => {
    const sorted = new Float64Array(column.length)
    for (let row = 0; row < sorted.length; row++) sorted[row] = column[order[row] as number] as number
    return sorted
  })
}

function dropDuplicates(
  columns: readonly Float64Array[],
  key: SeriesKey,
  file: ParsedFile,
  problems: Problems,
): OrderedFile {
  const time = columns[0] as Float64Array
  const values = columns.slice(1, -1)
  const keep = new Uint8Array(time.length).fill(1)
  let duplicates = 0
  const duplicateMonths = new Map<string, number>()
  for (let row = 1; row < time.length; row++) {
    if (time[row] !== time[row - 1]) continue
    keep[row - 1] = 0
    duplicates += 1
    const month = monthOf(time[row] as number)
    duplicateMonths.set(month, (duplicateMonths.get(month) ?? 0) + 1)
    const same = values.every((column) => column[row] === column[row - 1])
    const line = (columns.at(-1)?.[row] ?? 0) % LINES
    const when = new Date(time[row] as number).toISOString()
    if (same) problems.add('duplicate', file.file, line, `${when} repeated with the same values`)
    else problems.add('conflictingDuplicate', file.file, line, `${when} repeated with other values; the last one wins`)
  }
  const kept = duplicates === 0 ? columns : columns.map((column) => column.filter((_, row) => keep[row] === 1))
  return { table: { key, rows: time.length - duplicates, columns: kept }, file, duplicates, duplicateMonths }
}
