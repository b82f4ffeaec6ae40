import type { MarketImport } from '@tradeloom/contracts'
import { venueName } from '@tradeloom/domain'
import { type Drizzle, type ImportFetch, retryWhileAway, schema, type Transaction } from '@tradeloom/database'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { isUnfinished, type WaitingImports, waitingImports } from './waiting-imports.ts'

const { marketImports } = schema

/** How long an import waits while the database is away. */
const PATIENCE_MS = 30 * 60_000

export type ImportRow = typeof marketImports.$inferSelect
export type NewImport = typeof marketImports.$inferInsert

/** How an import ended. */
export interface ImportEnd extends Pick<NewImport, 'progress' | 'rows' | 'report' | 'fetch'> {
  readonly status: 'Completed' | 'Failed'
  readonly detail: string | null
}

export type MarketImportsRepository = ReturnType<typeof createMarketImportsRepository>

/** `closing`: the server is stopping and no longer waits for the database. */
export function createMarketImportsRepository(db: Drizzle, closing: AbortSignal) {
  return {
    waitingOf: (userId: string): Promise<WaitingImports> => waitingImports(db, userId),

    /** Adds an import, in one transaction with `work`; null if `max` imports of its user are already waiting. */
    insert: (row: NewImport, max: number, work: (tx: Transaction) => Promise<void>): Promise<ImportRow | null> =>
      db.transaction(async (tx) => {
        // Two concurrent inserts would not count each other.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`imports of ${row.userId}`}))`)
        if ((await waitingImports(tx, row.userId)).queued >= max) return null
        const [inserted] = await tx.insert(marketImports).values(row).returning()
        await work(tx)
        return inserted!
      }),

    async find(id: string): Promise<ImportRow | null> {
      const [found] = await db.select().from(marketImports).where(eq(marketImports.id, id))
      return found ?? null
    },

    ofUser: (userId: string): Promise<ImportRow[]> =>
      db
        .select()
        .from(marketImports)
        .where(eq(marketImports.userId, userId))
        .orderBy(desc(marketImports.createdAt))
        .limit(100),

    /** Null if it has ended. */
    async begin(id: string): Promise<ImportRow | null> {
      const [begun] = await retryWhileAway(
        () =>
          db
            .update(marketImports)
            .set({ status: 'In Progress' })
            .where(and(eq(marketImports.id, id), isUnfinished))
            .returning(),
        { limitMs: PATIENCE_MS, signal: closing },
      )
      return begun ?? null
    },

    async requeueIn(tx: Transaction, id: string): Promise<ImportRow | null> {
      const [requeued] = await tx
        .update(marketImports)
        .set({ status: 'Queued', progress: 0 })
        .where(and(eq(marketImports.id, id), eq(marketImports.status, 'In Progress')))
        .returning()
      return requeued ?? null
    },

    /** Null if it has already ended. */
    async endIn(tx: Transaction, id: string, end: ImportEnd): Promise<ImportRow | null> {
      const [ended] = await tx
        .update(marketImports)
        .set({ ...end, endedAt: new Date() })
        .where(and(eq(marketImports.id, id), isUnfinished))
        .returning()
      return ended ?? null
    },

    /** Of files. */
    unfinished: (): Promise<ImportRow[]> =>
      db
        .select()
        .from(marketImports)
        .where(and(isUnfinished, isNull(marketImports.fetch))),

    /** Returns the ids whose imports have not ended. */
    async unfinishedOf(ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set()
      const rows = await db
        .select({ id: marketImports.id })
        .from(marketImports)
        .where(and(inArray(sql`${marketImports.id}::text`, [...ids]), isUnfinished))
      return new Set(rows.map(({ id }) => id))
    },
  }
}

export function viewImport(row: ImportRow): MarketImport {
  return {
    id: row.id,
    userId: row.userId,
    time: row.createdAt.toISOString(),
    instrumentId: row.instrumentId,
    format: row.format,
    files: row.files,
    ...(row.fetch && { fetch: viewFetch(row.fetch) }),
    status: row.status,
    progress: row.progress,
    rows: row.rows,
    detail: row.detail,
    report: row.report as MarketImport['report'],
  }
}

function viewFetch({ venueId, from, to }: ImportFetch): MarketImport['fetch'] {
  return { venueId, venueName: venueName(venueId), from, to }
}
