import { type PositionColumns, toPositionColumns } from '@tradeloom/contracts'
import { type CompactResult, positionAt } from '@tradeloom/engine'

/** Positions of a result by index, as sent to clients; only these rows are read. */
export function slicePositionsOf(result: CompactResult, from: number, to: number): PositionColumns {
  const { positions, instrumentIds } = result
  const rows = Math.max(0, Math.min(to, positions.id.length) - from)
  return toPositionColumns(Array.from({ length: rows }, (_, row) => positionAt(positions, from + row, instrumentIds)))
}
