import { z } from 'zod'

/** Status of a row, by its number in the column. `Cut` ended early because a constraint was broken beyond repair. */
export const ROW_STATUSES = ['Completed', 'Errored', 'Cut'] as const
export type OptimizationRowStatus = (typeof ROW_STATUSES)[number]

/** Little-endian numbers, base64. */
const packed = z.string()

/**
 * Rows as columns, in the order in which they were stored. All columns have `count` values. NaN is null. Position on an
 * axis `a` of row `r` is `points[r * axes + a]`; the value follows from the externals settings (`Lattice.valuesOf`).
 */
export const optimizationColumns = z.object({
  count: z.number().int(),
  /** Pass as `after` to get the rows that were stored later. */
  revision: z.number().int(),
  more: z.boolean(),
  /** Uint32. */
  index: packed,
  /** Uint32, `count` times the number of externals settings. */
  points: packed,
  /** Uint8, places in ROW_STATUSES. */
  status: packed,
  /** Int32: index of the first row that traded in exactly the same way; -1 for the first one itself. */
  duplicateOf: packed,
  /** Uint32. */
  positionCount: packed,
  /** Float64, account currency. */
  profit: packed,
  /** Float64, percent. */
  profitPercentage: packed,
  /** Float64, account currency and percent, both positive. */
  maxDrawdown: packed,
  maxDrawdownPercentage: packed,
  /** Float64, one column per objective: its value as the metric has it. */
  objectives: z.array(packed),
  /** Float64: 0 if all constraints are kept. */
  violation: packed,
  /** Float64, per day, from the daily returns. */
  sharpe: packed,
  /** Uint32: days of returns. */
  days: packed,
  /** Why rows ended with an error, for the newest of them. */
  errors: z.array(z.object({ index: z.number().int(), message: z.string() })),
})
export type OptimizationColumns = z.infer<typeof optimizationColumns>
