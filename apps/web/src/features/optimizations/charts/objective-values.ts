import type { OptimizationRows } from '../rows/optimization-rows.ts'

const COMPLETED = 0

/** First objective by row; NaN for backtests that ended early or with an error. */
export function objectiveValues(rows: OptimizationRows): Float64Array {
  return (rows.objectives[0] ?? rows.profit).map((value, row) => (rows.status[row] === COMPLETED ? value : NaN))
}
