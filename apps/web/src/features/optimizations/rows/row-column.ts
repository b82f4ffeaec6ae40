import { externalValue } from './external-value.ts'
import type { OptimizationRows } from './optimization-rows.ts'

const NUMBERS = [
  'index',
  'positionCount',
  'profit',
  'profitPercentage',
  'maxDrawdown',
  'maxDrawdownPercentage',
  'sharpe',
  'violation',
] as const

/** A number that every row has: a result, an objective by its place, or an external by its place. */
export type RowColumn = (typeof NUMBERS)[number] | `objective:${number}` | `external:${number}`

/** Reads one number of a row; NaN where it has none. */
export function rowColumn(rows: OptimizationRows, column: RowColumn): (row: number) => number {
  const [kind, place] = column.split(':')
  if (kind === 'external') return (row) => externalValue(rows, row, Number(place))
  const values = kind === 'objective' ? rows.objectives[Number(place)] : rows[column as (typeof NUMBERS)[number]]
  return (row) => values?.[row] ?? NaN
}
