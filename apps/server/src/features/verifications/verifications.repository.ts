import type { RunTables } from '@tradeloom/contracts'
import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import type { RunRecord, RunSettings } from '@tradeloom/market-data'
import { and, count, desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import { copiesOf } from '../indicators/indicators-for-script.ts'

const { algorithmVersions, backtestResults, backtests, backtestVerifications: verifications } = schema

export type VerificationRow = Omit<typeof verifications.$inferSelect, 'bundle'>

/** A run to repeat, and what it resulted in. */
export interface Repeatable {
  readonly run: RunSettings & { readonly script: string; readonly scriptHash: string }
  readonly expected: RunRecord
}

/** How a verification ended. */
export type EndedVerification = Pick<VerificationRow, 'status' | 'differences'> &
  Partial<Pick<VerificationRow, 'engineVersion' | 'resultHash' | 'ledgerHash' | 'detail'>>

/** All but the file. */
const { bundle: _, ...COLUMNS } = getTableColumns(verifications)
const isUnfinished = inArray(verifications.status, ['Queued', 'In Progress'])

export type VerificationsRepository = ReturnType<typeof createVerificationsRepository>

export function createVerificationsRepository(db: Drizzle, tablesOf: (backtestId: string) => Promise<RunTables>) {
  return {
    /** False if the backtest is being verified already. */
    async insert(tx: Transaction, row: typeof verifications.$inferInsert): Promise<boolean> {
      const inserted = await tx
        .insert(verifications)
        .values(row)
        .onConflictDoNothing()
        .returning({ id: verifications.id })
      return inserted.length > 0
    },

    async find(id: string): Promise<VerificationRow | null> {
      const [found] = await db.select(COLUMNS).from(verifications).where(eq(verifications.id, id))
      return found ?? null
    },

    ofBacktest: (backtestId: string, limit: number): Promise<VerificationRow[]> =>
      db
        .select(COLUMNS)
        .from(verifications)
        .where(eq(verifications.backtestId, backtestId))
        .orderBy(desc(verifications.createdAt))
        .limit(limit),

    async pendingOf(userId: string): Promise<number> {
      const [found] = await db
        .select({ n: count() })
        .from(verifications)
        .where(and(eq(verifications.userId, userId), isUnfinished))
      return found?.n ?? 0
    },

    unfinished: (): Promise<{ id: string; userId: string }[]> =>
      db.select({ id: verifications.id, userId: verifications.userId }).from(verifications).where(isUnfinished),

    /** Null if it has ended or is gone. */
    async take(id: string): Promise<typeof verifications.$inferSelect | null> {
      const [taken] = await db
        .update(verifications)
        .set({ status: 'In Progress', startedAt: new Date() })
        .where(and(eq(verifications.id, id), isUnfinished))
        .returning()
      return taken ?? null
    },

    async requeueIn(tx: Transaction, id: string): Promise<void> {
      await tx
        .update(verifications)
        .set({ status: 'Queued', startedAt: null })
        .where(and(eq(verifications.id, id), isUnfinished))
    },

    async finishIn(tx: Transaction, id: string, ended: EndedVerification): Promise<void> {
      await tx
        .update(verifications)
        .set({ ...ended, endedAt: new Date() })
        .where(and(eq(verifications.id, id), isUnfinished))
    },

    /** Null for a backtest without a result. */
    async repeatable(backtestId: string): Promise<Repeatable | null> {
      const [found] = await db
        .select({ backtest: backtests, version: algorithmVersions, manifest: backtestResults.manifest })
        .from(backtests)
        .innerJoin(algorithmVersions, eq(algorithmVersions.id, backtests.algorithmVersionId))
        .innerJoin(backtestResults, eq(backtestResults.backtestId, backtests.id))
        .where(eq(backtests.id, backtestId))
      if (!found) return null
      const { backtest, version, manifest } = found
      const { resultHash, ledgerHash, equity, positionCount } = backtest
      if (resultHash === null) return null
      const indicators = await copiesOf(db, backtest.algorithmVersionId)
      const { script, scriptHash, externals: declared } = version
      const fullTables = await tablesOf(backtestId)
      return {
        run: { ...backtest, script, scriptHash, declared, indicators, fullTables },
        expected: { manifest, resultHash, ledgerHash, equity, positionCount },
      }
    },
  }
}
