import { fromPositionColumns, type PositionColumns, toPositionColumns } from '@tradeloom/contracts'
import { type CompactResult, positionAt } from '@tradeloom/engine'

/** All positions of a run by row, without making an object of each. */
export interface PositionIndex {
  readonly count: number
  readonly openTime: (row: number) => number
  /** Infinity for a position that is open. */
  readonly closeTime: (row: number) => number
  readonly instrumentId: (row: number) => string
  /** Some of the rows, as sent to clients. */
  readonly pick: (rows: readonly number[]) => PositionColumns
}

export function indexOfResult({ positions, instrumentIds }: CompactResult): PositionIndex {
  return {
    count: positions.id.length,
    openTime: (row) => positions.openTime[row] as number,
    // Without a reason for its closing, a position is open.
    closeTime: (row) => (positions.closeReason[row] === 0 ? Infinity : (positions.closeTime[row] as number)),
    instrumentId: (row) => instrumentIds[positions.instrument[row] as number] ?? '',
    pick: (rows) => toPositionColumns(rows.map((row) => positionAt(positions, row, instrumentIds))),
  }
}

/** For results of older engines, which are read as columns. */
export function indexOfColumns(count: number, columns: PositionColumns): PositionIndex {
  const all = fromPositionColumns(columns)
  return {
    count,
    openTime: (row) => columns.openTime[row] as number,
    closeTime: (row) => columns.closeTime[row] ?? Infinity,
    instrumentId: (row) => columns.instrumentId[row] ?? '',
    pick: (rows) => toPositionColumns(rows.flatMap((row) => all[row] ?? [])),
  }
}
