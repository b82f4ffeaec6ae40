import type { Optimization } from '@tradeloom/contracts'
import { paretoFront } from '@tradeloom/optimizer'
import type { OptimizationRows } from './optimization-rows.ts'

/** Rows that no other one beats in every objective. */
export function paretoRows(rows: OptimizationRows, objectives: Optimization['objectives']): number[] {
  const trials = Array.from({ length: rows.count }, (_, row) => ({
    row,
    violation: rows.status[row] === 0 ? (rows.violation[row] ?? 0) : Infinity,
    scores: objectives.map(({ better }, k) => {
      const value = rows.objectives[k]?.[row] ?? NaN
      return Number.isNaN(value) ? null : better === 'lower' ? -value : value
    }),
  }))
  return paretoFront(trials).map(({ row }) => row)
}
