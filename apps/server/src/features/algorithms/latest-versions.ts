import { type Drizzle, schema } from '@tradeloom/database'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { LatestVersion } from './algorithm-rows.ts'
import { VERSION_SUMMARY } from './version-summary.ts'

const { algorithms, algorithmVersions, versionChecks } = schema

/** The newest version of each algorithm, or the newest shared one. */
export async function readLatestVersions(
  db: Drizzle,
  ids: readonly string[],
  onlyShared: boolean,
): Promise<Map<string, LatestVersion>> {
  if (ids.length === 0) return new Map()
  // One index lookup per algorithm: scripts of older versions are not read.
  const newest = db
    .select({ newestId: algorithmVersions.id })
    .from(algorithmVersions)
    .where(and(eq(algorithmVersions.algorithmId, algorithms.id), onlyShared ? algorithmVersions.shared : undefined))
    .orderBy(desc(algorithmVersions.versionNo))
    .limit(1)
    .as('newest')
  const rows = await db
    .select({ ...VERSION_SUMMARY, beginning: sql<string>`left(${algorithmVersions.script}, 1000)` })
    .from(algorithms)
    .crossJoinLateral(newest)
    .innerJoin(algorithmVersions, eq(algorithmVersions.id, newest.newestId))
    .leftJoin(versionChecks, eq(versionChecks.versionId, algorithmVersions.id))
    .where(sql`${algorithms.id} = any(${sql.param(ids)}::uuid[])`)
  return new Map(rows.map((row) => [row.algorithmId, row]))
}
