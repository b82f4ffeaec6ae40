import type { MarketImport } from '@tradeloom/contracts'
import { type Drizzle, retryWhileAway, schema } from '@tradeloom/database'
import { desc, eq, inArray } from 'drizzle-orm'

const { marketImports } = schema

const KEEP_END_MS = 30 * 60_000

export type ImportRow = typeof marketImports.$inferSelect

export type MarketImportsRepository = ReturnType<typeof createMarketImportsRepository>

/** `closing`: the server stops, and waits for no database any more. */
export function createMarketImportsRepository(db: Drizzle, closing: AbortSignal) {
  return {
    async insert(row: typeof marketImports.$inferInsert): Promise<ImportRow> {
      const [inserted] = await db.insert(marketImports).values(row).returning()
      return inserted!
    },
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
    /** Of an import at work, which waits for a database that is away: its end must not be lost. */
    async update(id: string, set: Partial<typeof marketImports.$inferInsert>): Promise<ImportRow | null> {
      const [updated] = await retryWhileAway(
        () => db.update(marketImports).set(set).where(eq(marketImports.id, id)).returning(),
        { limitMs: KEEP_END_MS, signal: closing },
      )
      return updated ?? null
    },
    /** Begun by a server that has ended since. */
    unfinished: (): Promise<ImportRow[]> =>
      db
        .select()
        .from(marketImports)
        .where(inArray(marketImports.status, ['Queued', 'In Progress'])),
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
    status: row.status,
    progress: row.progress,
    rows: row.rows,
    detail: row.detail,
    report: row.report as MarketImport['report'],
  }
}
