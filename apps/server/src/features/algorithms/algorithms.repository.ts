import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import { and, count, desc, eq, exists, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

const { algorithms, algorithmVersions, backtests, users, versionChecks } = schema

export type AlgorithmRow = typeof algorithms.$inferSelect
export type CheckRow = typeof versionChecks.$inferSelect
export type VersionRow = typeof algorithmVersions.$inferSelect & { readonly check: CheckRow | null }
export type VersionSummaryRow = Omit<VersionRow, 'script' | 'scriptHash'>

/** What lists and cards show of an algorithm besides its own row. */
export interface AlgorithmCard {
  readonly algorithm: AlgorithmRow
  readonly username: string
  readonly clonedFromName: string | null
  readonly cloneCount: number
  readonly versionCount: number
  readonly sharedVersionCount: number
  readonly backtestCount: number
  /** Backtests that the owner ran on shared versions. */
  readonly sharedBacktestCount: number
}

export type LatestVersion = VersionSummaryRow & { readonly beginning: string }

const summary = {
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

export type AlgorithmsRepository = ReturnType<typeof createAlgorithmsRepository>

export function createAlgorithmsRepository(db: Drizzle) {
  const cards = () => selectCards(db)

  return {
    async card(id: string): Promise<AlgorithmCard | null> {
      const [found] = await cards().where(eq(algorithms.id, id))
      return found ?? null
    },
    cardsOf: (userId: string): Promise<AlgorithmCard[]> =>
      cards().where(eq(algorithms.userId, userId)).orderBy(desc(algorithms.updatedAt)).limit(1000),
    /** Only algorithms with a shared version. */
    sharedCards: (): Promise<AlgorithmCard[]> =>
      cards()
        .where(
          and(
            algorithms.shared,
            exists(
              db
                .select({ one: sql`1` })
                .from(algorithmVersions)
                .where(and(eq(algorithmVersions.algorithmId, algorithms.id), algorithmVersions.shared)),
            ),
          ),
        )
        .orderBy(desc(algorithms.updatedAt))
        .limit(1000),

    /** The newest version of each algorithm, or the newest shared one. */
    async latestVersions(ids: readonly string[], onlyShared: boolean): Promise<Map<string, LatestVersion>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectDistinctOn([algorithmVersions.algorithmId], {
          ...summary,
          beginning: sql<string>`left(${algorithmVersions.script}, 1000)`,
        })
        .from(algorithmVersions)
        .leftJoin(versionChecks, eq(versionChecks.versionId, algorithmVersions.id))
        .where(
          and(
            inArray(algorithmVersions.algorithmId, [...ids]),
            onlyShared ? eq(algorithmVersions.shared, true) : undefined,
          ),
        )
        .orderBy(algorithmVersions.algorithmId, desc(algorithmVersions.versionNo))
      return new Map(rows.map((row) => [row.algorithmId, row]))
    },

    async find(id: string): Promise<AlgorithmRow | null> {
      const [found] = await db.select().from(algorithms).where(eq(algorithms.id, id))
      return found ?? null
    },

    versions: (algorithmId: string, onlyShared: boolean): Promise<VersionSummaryRow[]> =>
      db
        .select(summary)
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
        .select({ version: algorithmVersions, check: versionChecks })
        .from(algorithmVersions)
        .leftJoin(versionChecks, eq(versionChecks.versionId, algorithmVersions.id))
        .where(and(eq(algorithmVersions.id, versionId), eq(algorithmVersions.algorithmId, algorithmId)))
      return found ? { ...found.version, check: found.check } : null
    },

    transaction: <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> => db.transaction(work),
  }
}

function selectCards(db: Drizzle) {
  const origin = alias(algorithms, 'origin')
  const clone = alias(algorithms, 'clone')

  return db
    .select({
      algorithm: algorithms,
      username: users.displayUsername,
      clonedFromName: origin.name,
      cloneCount: counted(db.select({ n: count() }).from(clone).where(eq(clone.clonedFromAlgorithm, algorithms.id))),
      versionCount: counted(
        db.select({ n: count() }).from(algorithmVersions).where(eq(algorithmVersions.algorithmId, algorithms.id)),
      ),
      sharedVersionCount: counted(
        db
          .select({ n: count() })
          .from(algorithmVersions)
          .where(and(eq(algorithmVersions.algorithmId, algorithms.id), algorithmVersions.shared)),
      ),
      backtestCount: counted(db.select({ n: count() }).from(backtests).where(eq(backtests.algorithmId, algorithms.id))),
      sharedBacktestCount: counted(
        db
          .select({ n: count() })
          .from(backtests)
          .innerJoin(algorithmVersions, eq(algorithmVersions.id, backtests.algorithmVersionId))
          .where(
            and(
              eq(backtests.algorithmId, algorithms.id),
              eq(backtests.userId, algorithms.userId),
              algorithmVersions.shared,
            ),
          ),
      ),
    })
    .from(algorithms)
    .innerJoin(users, eq(users.id, algorithms.userId))
    .leftJoin(origin, eq(origin.id, algorithms.clonedFromAlgorithm))
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

/** Number of the next shared version. */
export async function nextSharedNo(tx: Transaction, algorithmId: string): Promise<number> {
  const [found] = await tx
    .select({ last: sql<number>`coalesce(max(${algorithmVersions.sharedVersionNo}), 0)::int` })
    .from(algorithmVersions)
    .where(eq(algorithmVersions.algorithmId, algorithmId))
  return (found?.last ?? 0) + 1
}

function counted(query: { getSQL(): unknown }): ReturnType<typeof sql<number>> {
  return sql<number>`(${query as never})`.mapWith(Number) as ReturnType<typeof sql<number>>
}
