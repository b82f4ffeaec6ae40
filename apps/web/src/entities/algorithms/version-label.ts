import type { AlgorithmVersionSummary } from '@tradeloom/contracts'

/** How a version is called: `v2`, `v3 (latest)`, `New version` for a draft, `Not saved` where there is nothing yet. */
export function versionLabel(
  version: Pick<AlgorithmVersionSummary, 'displayVersionNo'> | 'draft' | null,
  isLatest = false,
): string {
  if (version === null) return 'Not saved'
  if (version === 'draft') return 'New version'
  return isLatest ? `${version.displayVersionNo} (latest)` : version.displayVersionNo
}
