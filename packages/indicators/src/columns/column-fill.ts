import type { OhlcColumns } from '@tradeloom/domain'

/** Maximum number of rows filled per call. */
export const BLOCK_ROWS = 1_024

/**
 * Computes an indicator for rows `from` to `to` (exclusive) of finished bars, into one column per output starting at
 * `at`; NaN if there is no value. Rows must continue those of the previous call, and there are at most `BLOCK_ROWS` of
 * them.
 */
export type ColumnFill = (from: number, to: number, into: readonly Float64Array[], at: number) => void

/** An indicator over columns from their first row, with all arguments set. */
export type ColumnKernel = (bars: OhlcColumns, ...args: number[]) => ColumnFill
