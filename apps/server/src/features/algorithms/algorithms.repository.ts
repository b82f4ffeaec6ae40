import type { CarriedIndicator } from '@tradeloom/contracts'
import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import { and, desc, eq, exists, sql } from 'drizzle-orm'
import { carriedIndicators } from '../indicators/carried-indicators.ts'
import type {
  AlgorithmCard,
  AlgorithmRow,
  CardRow,
  IndicatorCopyRow,
  LatestVersion,
  Origin,
  ResultRow,
  VersionRow,
  VersionSummaryRow,
} from './algorithm-rows.ts'
import { readCardResults } from './card-results.ts'
import { countFor } from './count-for-cards.ts'
import { readLatestVersions } from './latest-versions.ts'
import { readOrigins } from './origins.ts'
import { INDICATOR_KEYS, VERSION_SUMMARY } from './version-summary.ts'

const { algorithms, algorithmVersions, users, versionChecks, versionIndicators } = schema

export type AlgorithmsRepository = ReturnType<typeof createAlgorithmsRepository>

export function createAlgorithmsRepository(db: Drizzle) {
  const cards = () => selectCards(db)
  const withCounts = async (rows: Promise<CardRow[]>): Promise<AlgorithmCard[]> => countFor(db, await rows)
  const hasSharedVersion = exists(
    db
      .select({ one: sql`1` })
      .from(algorithmVersions)
      .where(and(eq(algorithmVersions.algorithmId, algorithms.id), algorithmVersions.shared)),
  )

  return {
    async card(id: string): Promise<AlgorithmCard | null> {
      const [found] = await withCounts(cards().where(eq(algorithms.id, id)))
      return found ?? null
    },
    cardsOf: (userId: string): Promise<AlgorithmCard[]> =>
      withCounts(cards().where(eq(algorithms.userId, userId)).orderBy(desc(algorithms.updatedAt)).limit(1000)),
    /** Only algorithms with a shared version. */
    sharedCards: (): Promise<AlgorithmCard[]> =>
      withCounts(
        cards().where(and(algorithms.shared, hasSharedVersion)).orderBy(desc(algorithms.updatedAt)).limit(1000),
      ),

    /** The algorithm's owner, and whether it is public; null if it does not exist. */
    async visibility(id: string): Promise<{ userId: string; isPublic: boolean } | null> {
      const isPublic = sql<boolean>`(${algorithms.shared} and ${hasSharedVersion})`
      const [found] = await db
        .select({ userId: algorithms.userId, isPublic })
        .from(algorithms)
        .where(eq(algorithms.id, id))
      return found ?? null
    },

    latestVersions: (ids: readonly string[], onlyShared: boolean): Promise<Map<string, LatestVersion>> =>
      readLatestVersions(db, ids, onlyShared),
    /** By the clone's id, without those that the viewer may not see. */
    origins: (shown: readonly AlgorithmCard[], viewerId: string | null): Promise<Map<string, Origin>> =>
      readOrigins(db, shown, viewerId),
    /** By the version's id. */
    results: (versionIds: readonly string[]): Promise<ReadonlyMap<string, ResultRow>> =>
      readCardResults(db, versionIds),

    async find(id: string): Promise<AlgorithmRow | null> {
      const [found] = await db.select().from(algorithms).where(eq(algorithms.id, id))
      return found ?? null
    },

    versions: (algorithmId: string, onlyShared: boolean): Promise<VersionSummaryRow[]> =>
      db
        .select(VERSION_SUMMARY)
        .from(algorithmVersions)
        .leftJoin(versionChecks, eq(versionChecks.versionId, algorithmVersions.id))
        .where(
          and(
            eq(algorithmVersions.algorithmId, algorithmId),
            onlyShared ? eq(algorithmVersions.shared, true) : undefined,
          ),
        )
        .orderBy(desc(algorithmVersions.versionNo))
        .limit(5000),

    /** Also null when the version belongs to another algorithm. */
    async version(algorithmId: string, versionId: string): Promise<VersionRow | null> {
      const [found] = await db
        .select({ version: algorithmVersions, check: versionChecks, indicators: INDICATOR_KEYS })
        .from(algorithmVersions)
        .leftJoin(versionChecks, eq(versionChecks.versionId, algorithmVersions.id))
        .where(and(eq(algorithmVersions.id, versionId), eq(algorithmVersions.algorithmId, algorithmId)))
      return found ? { ...found.version, check: found.check, indicators: found.indicators } : null
    },

    /** Whole versions for a file, oldest first. */
    wholeVersions: (algorithmId: string, onlyShared: boolean) =>
      db
        .select()
        .from(algorithmVersions)
        .where(and(eq(algorithmVersions.algorithmId, algorithmId), onlyShared ? algorithmVersions.shared : undefined))
        .orderBy(desc(algorithmVersions.versionNo))
        .limit(500)
        .then((rows) => rows.toReversed()),

    carriedIndicators: (versionId: string, userId: string): Promise<CarriedIndicator[]> =>
      carriedIndicators(db, versionId, userId),

    indicatorCopies: (versionIds: readonly string[]): Promise<IndicatorCopyRow[]> =>
      db
        .select()
        .from(versionIndicators)
        .where(sql`${versionIndicators.versionId} = any(${sql.param(versionIds)}::uuid[])`)
        .orderBy(versionIndicators.key),

    transaction: <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> => db.transaction(work),
  }
}

function selectCards(db: Drizzle) {
  return db
    .select({ algorithm: algorithms, username: users.displayUsername })
    .from(algorithms)
    .innerJoin(users, eq(users.id, algorithms.userId))
}

/** Locks the row until the transaction ends; null when it is not the user's. */
export async function lockOwn(tx: Transaction, id: string, userId: string): Promise<AlgorithmRow | null> {
  const [found] = await tx
    .select()
    .from(algorithms)
    .where(and(eq(algorithms.id, id), eq(algorithms.userId, userId)))
    .for('update')
  return found ?? null
}

/** Until the transaction ends, nobody can delete the algorithm; false if it is gone already. */
export async function keepFromDeletion(tx: Transaction, id: string): Promise<boolean> {
  const found = await tx.select({ id: algorithms.id }).from(algorithms).where(eq(algorithms.id, id)).for('key share')
  return found.length > 0
}

/** Whether the algorithm has this version. */
export async function hasVersion(tx: Transaction, algorithmId: string, versionId: string): Promise<boolean> {
  const { id } = algorithmVersions
  const wanted = and(eq(id, versionId), eq(algorithmVersions.algorithmId, algorithmId))
  return (await tx.$count(algorithmVersions, wanted)) > 0
}

export async function newestVersion(
  tx: Transaction,
  algorithmId: string,
): Promise<typeof algorithmVersions.$inferSelect | null> {
  const [found] = await tx
    .select()
    .from(algorithmVersions)
    .where(eq(algorithmVersions.algorithmId, algorithmId))
    .orderBy(desc(algorithmVersions.versionNo))
    .limit(1)
  return found ?? null
}
