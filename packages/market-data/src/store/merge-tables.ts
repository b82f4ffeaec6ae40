import { concatTables, lowerBound, seriesColumns, type SeriesTable, sliceTable } from './series.ts'

/** First and last time that one imported file covers, both included; UTC milliseconds. */
export interface Coverage {
  readonly first: number
  readonly last: number
}

export interface MergeResult {
  readonly table: SeriesTable
  /** Rows that are new, that existed with the same values, and that existed with other values. */
  readonly imported: number
  readonly unchanged: number
  readonly replaced: number
}

/**
 * Merges imported rows into existing ones; both in time order. Tables may have extra columns after those of their
 * series; they stay with their rows. Bars: of two with the same time, the new one wins. Ticks: several may share a
 * time, so the new rows replace everything in the ranges that their files cover; otherwise a second import would
 * duplicate them.
 */
export function mergeTables(existing: SeriesTable, incoming: SeriesTable, coverage: readonly Coverage[]): MergeResult {
  return incoming.key.interval === 'Tick' ? mergeTicks(existing, incoming, coverage) : mergeBars(existing, incoming)
}

function mergeBars(existing: SeriesTable, incoming: SeriesTable): MergeResult {
  const oldTime = existing.columns[0] as Float64Array
  const newTime = incoming.columns[0] as Float64Array
  // One number per row of the result: a row of `existing`, or a row of `incoming` counted down from -1.
  const picks = new Int32Array(existing.rows + incoming.rows)
  let rows = 0
  let imported = 0
  let unchanged = 0
  let replaced = 0
  let oldRow = 0
  let newRow = 0
  while (oldRow < existing.rows || newRow < incoming.rows) {
    const old = oldTime[oldRow] ?? Number.POSITIVE_INFINITY
    const fresh = newTime[newRow] ?? Number.POSITIVE_INFINITY
    if (old < fresh) {
      picks[rows++] = oldRow++
      continue
    }
    if (old > fresh) imported += 1
    else if (sameRow(existing, oldRow++, incoming, newRow)) unchanged += 1
    else replaced += 1
    picks[rows++] = -1 - newRow++
  }
  const columns = existing.columns.map((oldColumn, index) => {
    const newColumn = incoming.columns[index] as Float64Array
    const column = new Float64Array(rows)
    for (let row = 0; row < rows; row++) {
      const pick = picks[row] as number
      column[row] = (pick >= 0 ? oldColumn[pick] : newColumn[-1 - pick]) as number
    }
    return column
  })
  return { table: { key: incoming.key, rows, columns }, imported, unchanged, replaced }
}

function sameRow(a: SeriesTable, aRow: number, b: SeriesTable, bRow: number): boolean {
  const width = seriesColumns(a.key).length
  for (let index = 0; index < width; index++) {
    if (a.columns[index]?.[aRow] !== b.columns[index]?.[bRow]) return false
  }
  return true
}

function mergeTicks(existing: SeriesTable, incoming: SeriesTable, coverage: readonly Coverage[]): MergeResult {
  const oldTime = existing.columns[0] as Float64Array
  const newTime = incoming.columns[0] as Float64Array
  const ranges = joinRanges(coverage)
  const pieces: SeriesTable[] = []
  const replacedPieces: SeriesTable[] = []
  let oldRow = 0
  let newRow = 0
  for (const { first, last } of ranges) {
    const oldFrom = lowerBound(oldTime, first)
    const oldTo = lowerBound(oldTime, last + 1)
    const newTo = lowerBound(newTime, last + 1)
    pieces.push(sliceTable(existing, oldRow, oldFrom), sliceTable(incoming, newRow, newTo))
    replacedPieces.push(sliceTable(existing, oldFrom, oldTo))
    oldRow = oldTo
    newRow = newTo
  }
  pieces.push(sliceTable(existing, oldRow, existing.rows))
  const gone = concatTables(incoming.key, replacedPieces)
  const same = sameValues(gone, incoming)
  return {
    table: concatTables(incoming.key, pieces),
    imported: same ? 0 : Math.max(0, incoming.rows - gone.rows),
    unchanged: same ? incoming.rows : 0,
    replaced: same ? 0 : Math.min(gone.rows, incoming.rows),
  }
}

export function sameValues(a: SeriesTable, b: SeriesTable): boolean {
  if (a.rows !== b.rows) return false
  return a.columns.every((column, index) => {
    const other = b.columns[index] as Float64Array
    for (let row = 0; row < a.rows; row++) if (column[row] !== other[row]) return false
    return true
  })
}

/** Ranges in order, with overlapping and adjacent ones joined. */
function joinRanges(ranges: readonly Coverage[]): Coverage[] {
  const joined: { first: number; last: number }[] = []
  for (const range of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = joined.at(-1)
    if (before && range.first <= before.last + 1) before.last = Math.max(before.last, range.last)
    else joined.push({ ...range })
  }
  return joined
}
