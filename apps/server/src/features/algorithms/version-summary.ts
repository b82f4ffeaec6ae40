import { schema } from '@tradeloom/database'
import { sql } from 'drizzle-orm'

const { algorithmVersions, versionChecks, versionIndicators } = schema

/** Keys of the custom indicators of a version, in order. */
export const INDICATOR_KEYS = sql<string[]>`array(
  select ${versionIndicators.key} from ${versionIndicators}
  where ${versionIndicators.versionId} = ${algorithmVersions.id} order by ${versionIndicators.key}
)`

/** Columns of a version with its check but without its script. */
export const VERSION_SUMMARY = {
  id: algorithmVersions.id,
  algorithmId: algorithmVersions.algorithmId,
  versionNo: algorithmVersions.versionNo,
  sharedVersionNo: algorithmVersions.sharedVersionNo,
  shared: algorithmVersions.shared,
  message: algorithmVersions.message,
  externals: algorithmVersions.externals,
  markets: algorithmVersions.markets,
  previousVersionId: algorithmVersions.previousVersionId,
  createdAt: algorithmVersions.createdAt,
  check: versionChecks,
  indicators: INDICATOR_KEYS,
}
