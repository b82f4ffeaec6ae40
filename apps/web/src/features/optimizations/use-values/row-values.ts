import { externalValue } from '../rows/external-value.ts'
import type { OptimizationRows } from '../rows/optimization-rows.ts'

/** The values of all externals in the row with an index, by name. */
export function rowValues(rows: OptimizationRows, index: number): Record<string, number> {
  const row = rows.rowOf(index)
  if (row < 0) return {}
  return Object.fromEntries(rows.lattice.axes.map(({ name }, axis) => [name, externalValue(rows, row, axis)]))
}
