import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import { type BarInterval, isBarInterval } from '@tradeloom/domain'
import { ENGINE_VERSION } from '@tradeloom/engine'
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { sealedFrom } from '../lineages/check-seal.ts'
import { copiesOf, type IndicatorCopy } from '../indicators/indicators-for-script.ts'
import type { CheckRow } from './algorithm-rows.ts'
import type { EndedCheck } from './check-verdict.ts'

const { algorithms, algorithmVersions, backtests, versionChecks } = schema

/** A version that is being checked. */
export type TakenCheck = Pick<
  typeof algorithmVersions.$inferSelect,
  'id' | 'algorithmId' | 'script' | 'scriptHash' | 'externals'
> & {
  readonly userId: string
  /** The version's copies of custom indicators. */
  readonly indicators: readonly IndicatorCopy[]
  /** Number of attempts, including this one. */
  readonly attempts: number
}

export type ChecksRepository = ReturnType<typeof createChecksRepository>

/** Repository of checks and their progress. */
export function createChecksRepository(db: Drizzle) {
  const requeue = (on: Drizzle | Transaction, versionId: string) =>
    on
      .update(versionChecks)
      .set({ status: 'queued' })
      .where(and(eq(versionChecks.versionId, versionId), eq(versionChecks.status, 'checking')))

  return {
    /**
     * Begins an attempt, which then waits for a runner; null if the check has ended or its version was deleted. One that was
     * begun already is begun again: only the holder of the lease asks, and the answer to its first try may have been lost.
     */
    async take(versionId: string): Promise<TakenCheck | null> {
      const [row] = await db
        .update(versionChecks)
        .set({ status: 'queued', attempts: sql`${versionChecks.attempts} + 1` })
        .where(and(eq(versionChecks.versionId, versionId), inArray(versionChecks.status, ['queued', 'checking'])))
        .returning()
      if (!row) return null
      const [found] = await db
        .select({
          id: algorithmVersions.id,
          algorithmId: algorithmVersions.algorithmId,
          script: algorithmVersions.script,
          scriptHash: algorithmVersions.scriptHash,
          externals: algorithmVersions.externals,
          userId: algorithms.userId,
        })
        .from(algorithmVersions)
        .innerJoin(algorithms, eq(algorithms.id, algorithmVersions.algorithmId))
        .where(eq(algorithmVersions.id, versionId))
      return found ? { ...found, indicators: await copiesOf(db, versionId), attempts: row.attempts } : null
    },

    /** A runner works on it. */
    async begin(versionId: string): Promise<void> {
      await db
        .update(versionChecks)
        .set({ status: 'checking' })
        .where(and(eq(versionChecks.versionId, versionId), eq(versionChecks.status, 'queued')))
    },

    async requeue(versionId: string): Promise<void> {
      await requeue(db, versionId)
    },

    async requeueIn(tx: Transaction, versionId: string): Promise<void> {
      await requeue(tx, versionId)
    },

    async finishIn(tx: Transaction, versionId: string, ended: EndedCheck): Promise<void> {
      await tx
        .update(versionChecks)
        .set({ ...ended, status: 'done', engineVersion: ENGINE_VERSION, checkedAt: new Date() })
        .where(and(eq(versionChecks.versionId, versionId), ne(versionChecks.status, 'done')))
    },

    async find(versionId: string): Promise<CheckRow | null> {
      const [row] = await db.select().from(versionChecks).where(eq(versionChecks.versionId, versionId))
      return row ?? null
    },

    /** Versions with unfinished checks, in queue order. */
    unfinished: (): Promise<{ id: string; userId: string }[]> =>
      db
        .select({ id: versionChecks.versionId, userId: algorithms.userId })
        .from(versionChecks)
        .innerJoin(algorithmVersions, eq(algorithmVersions.id, versionChecks.versionId))
        .innerJoin(algorithms, eq(algorithms.id, algorithmVersions.algorithmId))
        .where(ne(versionChecks.status, 'done'))
        .orderBy(versionChecks.queuedAt),

    usualSettings: (taken: TakenCheck) => readUsualSettings(db, taken),
  }
}

/** The settings of the newest backtest, its values for externals without a default, and since when data is sealed. */
async function readUsualSettings(db: Drizzle, { algorithmId, scriptHash, externals, userId }: TakenCheck) {
  const [newest] = await db
    .select({
      interval: backtests.interval,
      externals: backtests.externals,
      instrumentId: backtests.instrumentId,
      end: backtests.end,
      initialBalance: backtests.initialBalance,
      accountCurrency: backtests.accountCurrency,
      sources: backtests.sources,
    })
    .from(backtests)
    .where(and(eq(backtests.algorithmId, algorithmId), eq(backtests.userId, userId)))
    .orderBy(desc(backtests.createdAt))
    .limit(1)
  const values: Record<string, number> = {}
  // An external may have the name of what every object has, such as `constructor`.
  const last = new Map(Object.entries(newest?.externals ?? {}))
  for (const { name, defaultValue } of externals) {
    const value = defaultValue ?? last.get(name)
    if (value !== undefined) values[name] = value
  }
  const interval: BarInterval = newest && isBarInterval(newest.interval) ? newest.interval : 'M15'
  const lastRun = newest ? { ...newest, end: newest.end.getTime() } : null
  const sealed = await sealedFrom(db, { algorithmId, scriptHash, userId })
  return { externals: values, interval, lastRun, sealedFrom: sealed }
}
