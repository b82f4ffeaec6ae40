import type { Trial } from '@tradeloom/optimizer'

import type { OptimizationRow } from './optimization-row.ts'

/** A trial with what the statistics of luck need of its run. */
export interface EvaluatedTrial extends Trial {
  readonly row: OptimizationRow
  /** Equal for runs that traded the same; null for an errored one. */
  readonly ledgerHash: string | null
  readonly dailyReturns: readonly number[]
  /** Why it errored. */
  readonly problem: string | null
}
