import { type Drizzle, schema } from '@tradeloom/database'
import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { SAMPLE_OWNER } from '../algorithms/seed-samples.ts'

const { algorithms, algorithmVersions, backtests, users } = schema

/** Whether a shared sample has not run yet, or is running. */
export async function hasSampleToRun(db: Drizzle): Promise<boolean> {
  const [found] = await db
    .select({ id: algorithmVersions.id })
    .from(algorithms)
    .innerJoin(users, eq(users.id, algorithms.userId))
    .innerJoin(algorithmVersions, eq(algorithmVersions.algorithmId, algorithms.id))
    .leftJoin(backtests, and(eq(backtests.algorithmVersionId, algorithmVersions.id), eq(backtests.userId, users.id)))
    .where(
      and(
        eq(users.username, SAMPLE_OWNER),
        algorithmVersions.shared,
        or(isNull(backtests.id), inArray(backtests.status, ['Queued', 'In Progress'])),
      ),
    )
    .limit(1)
  return found !== undefined
}
