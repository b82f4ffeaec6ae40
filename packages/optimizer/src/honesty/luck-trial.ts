import type { SharpeSample } from '@tradeloom/metrics'

import type { Trial } from '../ranking/trial.ts'

/** A trial with what the statistics of luck need of its run. */
export interface LuckTrial extends Trial {
  /** `Cut` ended early because a constraint was broken beyond repair. */
  readonly status: 'Completed' | 'Errored' | 'Cut'
  /** It ended with an error before its script was given a price. */
  readonly isBeforePrices?: boolean
  /** Equal for runs that traded the same; null unless completed. */
  readonly ledgerHash: string | null
  /** Empty for a ruined account, whose returns would mean nothing. */
  readonly dailyReturns: ArrayLike<number>
  /** Of the returns as they were computed: kept ones may be rounded. Null if they do not vary. */
  readonly sample: SharpeSample | null
}
