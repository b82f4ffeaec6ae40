import type { IndicatorAlgorithm } from '@tradeloom/contracts'
import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { AuthoredIndicator, IndicatorRow } from './indicator-rows.ts'

const { algorithms, algorithmVersions, indicators, users, versionIndicators } = schema

export type IndicatorsRepository = ReturnType<typeof createIndicatorsRepository>

const MAX_LISTED = 1000

const IS_NEWEST = sql`${algorithmVersions.versionNo} = (
  select max(other.version_no) from ${algorithmVersions} other where other.algorithm_id = ${algorithms.id}
)`

export function createIndicatorsRepository(db: Drizzle) {
  const authored = () =>
    db
      .select({ indicator: indicators, username: users.displayUsername })
      .from(indicators)
      .innerJoin(users, eq(users.id, indicators.userId))

  return {
    async find(id: string): Promise<AuthoredIndicator | null> {
      const [found] = await authored().where(eq(indicators.id, id))
      return found ?? null
    },
    async byKey(userId: string, key: string): Promise<IndicatorRow | null> {
      const [found] = await db
        .select()
        .from(indicators)
        .where(and(eq(indicators.userId, userId), eq(indicators.key, key)))
      return found ?? null
    },
    listOf: (userId: string): Promise<AuthoredIndicator[]> =>
      authored()
        .where(eq(indicators.userId, userId))
        .orderBy(asc(sql`lower(${indicators.name})`), asc(indicators.key))
        .limit(MAX_LISTED),
    listShared: (): Promise<AuthoredIndicator[]> =>
      authored().where(eq(indicators.shared, true)).orderBy(desc(indicators.updatedAt)).limit(MAX_LISTED),

    /** The user's algorithms with copies of an indicator. */
    uses: (indicatorId: string, userId: string): Promise<IndicatorAlgorithm[]> =>
      db
        .select({
          algorithmId: algorithms.id,
          algorithmName: algorithms.name,
          versionCount: sql<number>`count(*)::int`,
          isOutdated: sql<boolean>`bool_or(${IS_NEWEST} and ${versionIndicators.scriptHash} <> ${indicators.scriptHash})`,
        })
        .from(versionIndicators)
        .innerJoin(algorithmVersions, eq(algorithmVersions.id, versionIndicators.versionId))
        .innerJoin(algorithms, eq(algorithms.id, algorithmVersions.algorithmId))
        .innerJoin(indicators, eq(indicators.id, versionIndicators.indicatorId))
        .where(and(eq(versionIndicators.indicatorId, indicatorId), eq(algorithms.userId, userId)))
        .groupBy(algorithms.id)
        .orderBy(asc(algorithms.name))
        .limit(MAX_LISTED),

    transaction: <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> => db.transaction(work),
  }
}

/** Until the transaction ends, nobody can delete the indicator; false if it is gone already. */
export async function keepIndicator(tx: Transaction, id: string): Promise<boolean> {
  const found = await tx.select({ id: indicators.id }).from(indicators).where(eq(indicators.id, id)).for('key share')
  return found.length > 0
}

/** Locks the row until the transaction ends; null when it is not the user's. */
export async function lockOwnIndicator(tx: Transaction, id: string, userId: string): Promise<IndicatorRow | null> {
  const [found] = await tx
    .select()
    .from(indicators)
    .where(and(eq(indicators.id, id), eq(indicators.userId, userId)))
    .for('update')
  return found ?? null
}

/** Keys of all indicators of a user. */
export async function keysOf(tx: Transaction, userId: string): Promise<Set<string>> {
  const rows = await tx.select({ key: indicators.key }).from(indicators).where(eq(indicators.userId, userId))
  return new Set(rows.map(({ key }) => key))
}
