import type { OptimizationRows } from '../rows/optimization-rows.ts'
import { type RowColumn, rowColumn } from '../rows/row-column.ts'
import { profitFactor } from './profit-factor.ts'

/** Columns of the table beyond those of every row. */
export type SortColumn = RowColumn | 'profitFactor' | 'status' | 'pareto'

/** What rows are sorted by; rows that errored have no result, so they come last. */
export function sortKeys(rows: OptimizationRows, column: SortColumn, front: ReadonlySet<number>): Float64Array {
  const keys = new Float64Array(rows.count)
  const read = readerOf(rows, column, front)
  for (let row = 0; row < rows.count; row++) keys[row] = read(row)
  return keys
}

function readerOf(rows: OptimizationRows, column: SortColumn, front: ReadonlySet<number>): (row: number) => number {
  if (column === 'profitFactor') return (row) => profitFactor(rows, row) ?? NaN
  if (column === 'status') return (row) => rows.status[row] ?? NaN
  if (column === 'pareto') return (row) => (front.has(row) ? 1 : 0)
  const read = rowColumn(rows, column)
  const isResult = column !== 'index' && !column.startsWith('external')
  return isResult ? (row) => (rows.status[row] === 1 ? NaN : read(row)) : read
}
