import type { OptimizationRow } from './optimization-row.ts'

/** A row with its place among all others of its optimization. */
export interface MarkedRow extends OptimizationRow {
  /** The first row that traded in exactly the same way; null for that one itself. */
  readonly duplicateOf: number | null
  /** On the Pareto front of several objectives. */
  readonly isOnFront: boolean
}
