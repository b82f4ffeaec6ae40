import { schema, type Transaction } from '@tradeloom/database'
import { and, count, eq, sql } from 'drizzle-orm'
import { newestVersion } from './algorithms.repository.ts'

const { algorithmVersions } = schema

/** Shares the newest version, if there is one. */
export async function shareNewest(tx: Transaction, algorithmId: string): Promise<void> {
  const newest = await newestVersion(tx, algorithmId)
  if (newest) await shareVersion(tx, newest, true)
}

/** Shares a version or stops sharing it; returns the number of versions that are shared now. */
export async function shareVersion(
  tx: Transaction,
  { id, algorithmId }: { readonly id: string; readonly algorithmId: string },
  shared: boolean,
): Promise<number> {
  await tx.update(algorithmVersions).set({ shared }).where(eq(algorithmVersions.id, id))
  await numberShared(tx, algorithmId)
  const [found] = await tx
    .select({ n: count() })
    .from(algorithmVersions)
    .where(and(eq(algorithmVersions.algorithmId, algorithmId), algorithmVersions.shared))
  return found?.n ?? 0
}

/** Forgets which versions were shared, so that sharing again starts with what is chosen then. */
export async function unshareVersions(tx: Transaction, algorithmId: string): Promise<void> {
  await tx
    .update(algorithmVersions)
    .set({ shared: false, sharedVersionNo: null })
    .where(and(eq(algorithmVersions.algorithmId, algorithmId), algorithmVersions.shared))
}

/** The number of a shared version is its rank among the shared ones. */
export async function numberShared(tx: Transaction, algorithmId: string): Promise<void> {
  await tx.execute(sql`
    update ${algorithmVersions} as kept set shared_version_no = ranked.rank
    from (
      select id, case when shared then rank() over (partition by shared order by version_no) end as rank
      from ${algorithmVersions} where algorithm_id = ${algorithmId}
    ) ranked
    where kept.id = ranked.id and kept.shared_version_no is distinct from ranked.rank`)
}
