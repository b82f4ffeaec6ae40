import { schema } from '@tradeloom/database'

const { algorithmVersions, versionChecks } = schema

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
}
