import type { Algorithm, AlgorithmVersionSummary, VersionCheck } from '@tradeloom/contracts'
import type { AlgorithmCard, CheckRow, LatestVersion, Origin, ResultRow, VersionSummaryRow } from './algorithm-rows.ts'

/** For the owner every version counts, for others only shared ones. */
export function viewVersion(row: VersionSummaryRow, isOwner: boolean): AlgorithmVersionSummary {
  const number = isOwner ? row.versionNo : (row.sharedVersionNo ?? row.versionNo)
  return {
    id: row.id,
    algorithmId: row.algorithmId,
    versionNo: number,
    displayVersionNo: `v${number}`,
    sharedVersionNo: row.sharedVersionNo,
    message: row.message,
    time: row.createdAt.toISOString(),
    shared: row.shared,
    externals: row.externals,
    markets: row.markets,
    indicators: [...row.indicators],
    // The previous version may be private, so others do not get its id.
    previousVersionId: isOwner ? row.previousVersionId : null,
    check: row.check && viewCheck(row.check),
  }
}

/** Everybody who sees a version sees its verdict. */
export function viewCheck(row: CheckRow): VersionCheck {
  const { verdict, reason, findings, engineVersion, checkedAt } = row
  const { status } = row
  if (status !== 'done') return { status, verdict: null, reason: null, findings: [], engineVersion: null, time: null }
  return { status, verdict, reason, findings, engineVersion, time: checkedAt?.toISOString() ?? null }
}

/** What a viewer sees of an algorithm in addition to its card. */
export interface ViewedParts {
  readonly isOwner: boolean
  readonly latest: LatestVersion | undefined
  /** Undefined for algorithms that are no clones, and when the viewer may not see the origin. */
  readonly origin: Origin | undefined
  readonly result: ResultRow | undefined
}

export function viewAlgorithm(card: AlgorithmCard, { isOwner, latest, origin, result }: ViewedParts): Algorithm {
  const { algorithm, sharedUpTo } = card
  return {
    id: algorithm.id,
    name: algorithm.name,
    description: algorithm.description,
    tags: algorithm.tags,
    overview: overviewOf(latest?.beginning ?? ''),
    userId: algorithm.userId,
    username: card.username,
    shared: algorithm.shared,
    shareNew: algorithm.shareNew,
    sharedUpTo: sharedUpToOf(algorithm.shared, isOwner ? sharedUpTo : (latest?.sharedVersionNo ?? null)),
    readOnly: !isOwner,
    clonedFromAlgorithm: origin?.id ?? null,
    clonedFromVersion: origin?.versionId ?? null,
    clonedFromName: origin?.name ?? null,
    clonedFromVersionNo: origin?.versionNo ? `v${origin.versionNo}` : null,
    hasNewerOrigin: origin?.hasNewer ?? false,
    activeSessionsCount: isOwner ? card.activeSessionsCount : 0,
    latestVersion: latest ? viewVersion(latest, isOwner) : null,
    versionCount: isOwner ? card.versionCount : card.sharedVersionCount,
    backtestCount: isOwner ? card.backtestCount : card.sharedBacktestCount,
    cloneCount: card.cloneCount,
    useCount: card.cloneCount,
    result: result ? { ...result, sparkline: [...result.sparkline] } : null,
    created: algorithm.createdAt.toISOString(),
    updated: algorithm.updatedAt.toISOString(),
  }
}

function sharedUpToOf(isShared: boolean, versionNo: number | null): string | null {
  return isShared && versionNo !== null ? `v${versionNo}` : null
}

const LINES = 8

/** The comment at the top of the script, or the first lines of code. */
function overviewOf(beginning: string): string {
  return beginning
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES)
    .join('\n')
}
