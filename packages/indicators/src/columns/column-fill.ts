import type { OhlcColumns } from '@tradeloom/domain'

/** Most rows that are filled at a time. */
export const BLOCK_ROWS = 1_024

/**
 * Computes an indicator for rows `from` to `to` (excluded) of finished bars, into one column per output from `at` on; NaN
 * where there is no value. The rows must follow those of the call before; there are at most as many as `BLOCK_ROWS`.
 */
export type ColumnFill = (from: number, to: number, into: readonly Float64Array[], at: number) => void

/** An indicator over columns from their first row on, with all its arguments. */
export type ColumnKernel = (bars: OhlcColumns, ...args: number[]) => ColumnFill
