import { type Position, type PositionColumns, toPositionColumns } from '@tradeloom/contracts'
import { type CompactResult, positionAt, tagField } from '@tradeloom/engine'

/** A position as it is read; the tuple of an ambiguous one may be read-only. */
export type ReadPosition = Omit<Position, 'profitInterval'> & {
  readonly profitInterval: readonly [number, number] | null
}

/** All positions of a run by row, without making an object of each. */
export interface PositionIndex {
  readonly count: number
  readonly openTime: (row: number) => number
  /** Infinity for a position that is open. */
  readonly closeTime: (row: number) => number
  readonly instrumentId: (row: number) => string
  /** Of all orders of the run. */
  readonly tags: readonly string[]
  readonly tag: (row: number) => string | null
  readonly at: (row: number) => ReadPosition
  /** Stays the same as long as the result is cached. */
  readonly source: object
  /** Some of the rows, as sent to clients. */
  readonly pick: (rows: Iterable<number>) => PositionColumns
}

export function indexOfResult(result: CompactResult): PositionIndex {
  const { positions, instrumentIds } = result
  const at = (row: number): ReadPosition => ({ tag: null, ...positionAt(positions, row, result) })
  return {
    count: positions.id.length,
    openTime: (row) => positions.openTime[row] as number,
    // Without a reason for its closing, a position is open.
    closeTime: (row) => (positions.closeReason[row] === 0 ? Infinity : (positions.closeTime[row] as number)),
    instrumentId: (row) => instrumentIds[positions.instrument[row] as number] ?? '',
    tags: result.tags ?? [],
    tag: (row) => tagField(result.tags, result.positionTags, row).tag ?? null,
    at,
    source: result,
    pick: (rows) => toPositionColumns(Array.from(rows, at)),
  }
}

/** For results of older engines, which are read as columns. */
export function indexOfColumns(columns: PositionColumns): PositionIndex {
  const keys = Object.keys(columns) as (keyof PositionColumns)[]
  const at = (row: number) =>
    ({ ...Object.fromEntries(keys.map((key) => [key, columns[key][row]])), tag: null }) as unknown as ReadPosition
  return {
    count: columns.id.length,
    openTime: (row) => columns.openTime[row] as number,
    closeTime: (row) => columns.closeTime[row] ?? Infinity,
    instrumentId: (row) => columns.instrumentId[row] ?? '',
    tags: [],
    tag: () => null,
    at,
    source: columns,
    pick: (rows) => toPositionColumns(Array.from(rows, at)),
  }
}
