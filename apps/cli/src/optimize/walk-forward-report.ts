import type { ExternalDrift } from '@tradeloom/optimizer'

import type { OptimizationRow } from './optimization-row.ts'

export interface WindowReport {
  readonly number: number
  /** ISO times, ends exclusive. */
  readonly train: readonly [start: string, end: string]
  readonly test: readonly [start: string, end: string]
  /** The best trial of the training window; null if none keeps all constraints and has a value of the objective. */
  readonly chosen: OptimizationRow | null
  /** The same externals in the test window, which starts with the equity of the previous one. */
  readonly tested: OptimizationRow | null
}

/** What all tests of one pair of window lengths say together. */
export interface CellReport {
  readonly trainDays: number
  readonly testDays: number
  readonly windows: number
  /** Tests without an error, and those of them with a gain. */
  readonly tested: number
  readonly gained: number
  /** Of all test windows together. */
  readonly profit: number
  readonly profitPercentage: number
  /** Annual return of the test windows divided by that of the training windows; null unless the latter is positive. */
  readonly efficiency: number | null
}

export interface WalkForwardReport {
  readonly windows: readonly WindowReport[]
  readonly profit: number
  readonly profitPercentage: number
  readonly efficiency: number | null
  readonly drift: readonly ExternalDrift[]
  /** Of all pairs of lengths, that of the windows above first; only if there are several. */
  readonly matrix?: readonly CellReport[]
}
