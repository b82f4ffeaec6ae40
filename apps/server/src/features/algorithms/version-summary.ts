import { schema } from '@tradeloom/database'

const { algorithmVersions, versionChecks } = schema

/** Columns of a version without its script, with its check. */
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
}
