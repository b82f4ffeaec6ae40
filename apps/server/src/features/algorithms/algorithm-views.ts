import type { Algorithm, AlgorithmVersionSummary, VersionCheck } from '@tradeloom/contracts'
import type { AlgorithmCard, CheckRow, LatestVersion, VersionSummaryRow } from './algorithm-rows.ts'

/** For the owner every version counts, for others only shared ones. */
export function viewVersion(row: VersionSummaryRow, isOwner: boolean): AlgorithmVersionSummary {
  const number = isOwner ? row.versionNo : (row.sharedVersionNo ?? row.versionNo)
  return {
    id: row.id,
    algorithmId: row.algorithmId,
    versionNo: number,
    displayVersionNo: `v${number}`,
    message: row.message,
    time: row.createdAt.toISOString(),
    shared: row.shared,
    externals: row.externals,
    markets: row.markets,
    // The previous version may be private, so others do not get its id.
    previousVersionId: isOwner ? row.previousVersionId : null,
    check: row.check && viewCheck(row.check),
  }
}

/** Everybody who sees a version sees its verdict. */
export function viewCheck(row: CheckRow): VersionCheck {
  const { verdict, reason, findings, engineVersion, checkedAt } = row
  if (row.status !== 'done') {
    return { status: 'checking', verdict: null, reason: null, findings: [], engineVersion: null, time: null }
  }
  return { status: 'done', verdict, reason, findings, engineVersion, time: checkedAt?.toISOString() ?? null }
}

export function viewAlgorithm(card: AlgorithmCard, latest: LatestVersion | undefined, isOwner: boolean): Algorithm {
  const { algorithm } = card
  return {
    id: algorithm.id,
    name: algorithm.name,
    description: algorithm.description,
    overview: overviewOf(latest?.beginning ?? ''),
    userId: algorithm.userId,
    username: card.username,
    shared: algorithm.shared,
    shareNew: algorithm.shareNew,
    readOnly: !isOwner,
    clonedFromAlgorithm: algorithm.clonedFromAlgorithm,
    clonedFromVersion: algorithm.clonedFromVersion,
    clonedFromName: card.clonedFromName,
    latestVersion: latest ? viewVersion(latest, isOwner) : null,
    versionCount: isOwner ? card.versionCount : card.sharedVersionCount,
    backtestCount: isOwner ? card.backtestCount : card.sharedBacktestCount,
    cloneCount: card.cloneCount,
    created: algorithm.createdAt.toISOString(),
    updated: algorithm.updatedAt.toISOString(),
  }
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
