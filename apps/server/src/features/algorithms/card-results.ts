import { type Drizzle, schema } from '@tradeloom/database'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { ResultRow } from './algorithm-rows.ts'

const { algorithms, algorithmVersions, backtests } = schema

/** The newest completed run of each version by the algorithm's owner, on real prices if there is one. */
export async function readCardResults(
  db: Drizzle,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, ResultRow>> {
  if (versionIds.length === 0) return new Map()
  const newest = db
    .select({
      backtestId: backtests.id,
      simulated: backtests.simulated,
      profitPercentage: backtests.profitPercentage,
      maxDrawdownPercentage: backtests.maxDrawdownPercentage,
      positionCount: backtests.positionCount,
      sparkline: backtests.sparkline,
    })
    .from(backtests)
    .where(
      and(
        eq(backtests.algorithmVersionId, algorithmVersions.id),
        eq(backtests.userId, algorithms.userId),
        eq(backtests.status, 'Completed'),
        isNull(backtests.optimisationId),
      ),
    )
    // A run on made-up prices says less than any other.
    .orderBy(backtests.simulated, desc(backtests.createdAt))
    .limit(1)
    .as('newest')
  const rows = await db
    .select({
      versionId: algorithmVersions.id,
      backtestId: newest.backtestId,
      simulated: newest.simulated,
      profitPercentage: newest.profitPercentage,
      maxDrawdownPercentage: newest.maxDrawdownPercentage,
      positionCount: newest.positionCount,
      sparkline: newest.sparkline,
    })
    .from(algorithmVersions)
    .innerJoin(algorithms, eq(algorithms.id, algorithmVersions.algorithmId))
    .crossJoinLateral(newest)
    .where(sql`${algorithmVersions.id} = any(${sql.param(versionIds)}::uuid[])`)
  return new Map(
    rows.map(({ versionId, profitPercentage, maxDrawdownPercentage, positionCount, sparkline, ...run }) => [
      versionId,
      {
        ...run,
        profitPercentage: profitPercentage ?? 0,
        maxDrawdownPercentage: maxDrawdownPercentage ?? 0,
        positionCount: positionCount ?? 0,
        sparkline: sparkline ?? [],
      },
    ]),
  )
}
