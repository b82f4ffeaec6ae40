import type { schema } from '@tradeloom/database'

type Tables = typeof schema

export type AlgorithmRow = Tables['algorithms']['$inferSelect']
export type CheckRow = Tables['versionChecks']['$inferSelect']
export type IndicatorCopyRow = Tables['versionIndicators']['$inferSelect']
type StoredVersion = Tables['algorithmVersions']['$inferSelect']

interface VersionExtras {
  readonly check: CheckRow | null
  /** Keys of the custom indicators that it carries copies of. */
  readonly indicators: readonly string[]
}
export type VersionRow = StoredVersion & VersionExtras
export type VersionSummaryRow = Omit<VersionRow, 'script' | 'scriptHash'>
export type LatestVersion = VersionSummaryRow & { readonly beginning: string }

/** Where a clone comes from, as one viewer may see it. */
export interface Origin {
  readonly id: string
  readonly name: string
  /** Null when the viewer may not see the version, or it is gone. */
  readonly versionId: string | null
  readonly versionNo: number | null
  readonly hasNewer: boolean
}

/** The newest completed run of a version by the algorithm's owner. */
export interface ResultRow {
  readonly backtestId: string
  readonly simulated: boolean
  readonly profitPercentage: number
  readonly maxDrawdownPercentage: number
  readonly positionCount: number
  readonly sparkline: readonly number[]
}

/** What lists and cards show about an algorithm in addition to its own row. */
export interface AlgorithmCard {
  readonly algorithm: AlgorithmRow
  readonly username: string
  readonly cloneCount: number
  readonly activeSessionsCount: number
  readonly versionCount: number
  readonly sharedVersionCount: number
  /** The owner's number of the newest shared version; null while none is shared. */
  readonly sharedUpTo: number | null
  readonly backtestCount: number
  /** Backtests that the owner ran on shared versions. */
  readonly sharedBacktestCount: number
}

/** A card without its counts. */
export type CardRow = Pick<AlgorithmCard, 'algorithm' | 'username'>
