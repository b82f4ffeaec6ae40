import type { schema } from '@tradeloom/database'

type Tables = typeof schema

export type AlgorithmRow = Tables['algorithms']['$inferSelect']
export type CheckRow = Tables['versionChecks']['$inferSelect']
export type VersionRow = Tables['algorithmVersions']['$inferSelect'] & { readonly check: CheckRow | null }
export type VersionSummaryRow = Omit<VersionRow, 'script' | 'scriptHash'>

/** What lists and cards show about an algorithm in addition to its own row. */
export interface AlgorithmCard {
  readonly algorithm: AlgorithmRow
  readonly username: string
  readonly clonedFromName: string | null
  readonly cloneCount: number
  readonly versionCount: number
  readonly sharedVersionCount: number
  readonly backtestCount: number
  /** Backtests that the owner ran on shared versions. */
  readonly sharedBacktestCount: number
}

export type LatestVersion = VersionSummaryRow & { readonly beginning: string }

/** A card without its counts. */
export type CardRow = Pick<AlgorithmCard, 'algorithm' | 'username' | 'clonedFromName'>
