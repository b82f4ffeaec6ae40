import type { LuckTrial } from '@tradeloom/optimizer'

import type { OptimizationRow } from './optimization-row.ts'

/** A trial as it is printed and judged. */
export interface EvaluatedTrial extends LuckTrial {
  readonly row: OptimizationRow
  readonly dailyReturns: readonly number[]
}
