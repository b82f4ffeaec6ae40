import type { ClosedColumns, ColumnInput } from '@tradeloom/metrics'

import type { CompactResult } from './compact-result.ts'
import type { PositionColumns } from '../record/position-columns.ts'

type Parts = Pick<CompactResult, 'basis' | 'positions' | 'instrumentIds' | 'days' | 'tags' | 'positionTags'> & {
  readonly equityCurve: ColumnInput['curve']
}

/** The input from which the metrics of a run are computed. */
export function metricInputOf({ basis, equityCurve, days, ...tables }: Parts): ColumnInput {
  return {
    ...basis,
    days,
    closed: closedOf(tables),
    curve: equityCurve,
    benchmark: days,
    trials: null,
  }
}

/** The closed positions by closing time. Columns are sorted on first use. */
function closedOf({
  positions,
  instrumentIds,
  tags,
  positionTags,
}: Omit<Parts, 'basis' | 'equityCurve' | 'days'>): ClosedColumns {
  let order: Uint32Array | null = null
  const length = countClosed(positions)
  const columns: Record<string, unknown> = { length, instrumentIds, tags }
  for (const [name, column] of Object.entries({ ...positions, ...positionTags })) {
    let values: Float64Array | null = null
    Object.defineProperty(columns, name, {
      get: () => (values ??= pick(column, (order ??= closingOrder(positions, length)))),
      enumerable: true,
    })
  }
  return columns as unknown as ClosedColumns
}

function countClosed({ closeReason }: PositionColumns): number {
  let count = 0
  for (let row = 0; row < closeReason.length; row++) if (closeReason[row] !== 0) count += 1
  return count
}

function pick(column: Float64Array, rows: Uint32Array): Float64Array {
  const picked = new Float64Array(rows.length)
  for (let at = 0; at < rows.length; at++) picked[at] = column[rows[at] as number] as number
  return picked
}

/** Rows of the closed positions by closing time, then by id. */
function closingOrder({ closeReason, closeTime }: PositionColumns, length: number): Uint32Array {
  const rows = new Uint32Array(length)
  let count = 0
  let isSorted = true
  for (let row = 0; row < closeReason.length; row++) {
    if (closeReason[row] === 0) continue
    rows[count] = row
    if (count > 0 && (closeTime[row] as number) < (closeTime[rows[count - 1] as number] as number)) isSorted = false
    count += 1
  }
  const timeOf = (row: number): number => closeTime[row] as number
  return isSorted ? rows : rows.sort((a, b) => timeOf(a) - timeOf(b) || a - b)
}
