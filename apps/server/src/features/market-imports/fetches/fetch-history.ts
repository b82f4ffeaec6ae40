import { type Drizzle, schema } from '@tradeloom/database'
import { and, desc, eq, gte, isNotNull, sql } from 'drizzle-orm'
import type { ImportRow } from '../market-imports.repository.ts'
import { isUnfinished } from '../waiting-imports.ts'

const { marketImports } = schema

/** So many of the last fetches tell how fast a venue is. */
const MEASURED = 10

export type FetchHistory = ReturnType<typeof fetchHistory>

/** What earlier fetches tell. */
export function fetchHistory(db: Drizzle) {
  const ofVenue = sql`${marketImports.fetch}->>'venueId'`
  return {
    /** Where the history of an instrument begins at its venue; null while no fetch has reached it. */
    async begins(instrumentId: string): Promise<number | null> {
      const [found] = await db
        .select({ begins: sql<string | null>`max((${marketImports.fetch}->>'begins')::bigint)` })
        .from(marketImports)
        .where(and(eq(marketImports.instrumentId, instrumentId), isNotNull(marketImports.fetch)))
      return found?.begins == null ? null : Number(found.begins)
    },

    /** Rows a second; null before the first fetch. */
    async speed(venueId: string): Promise<number | null> {
      const done = await db
        .select({ rows: marketImports.rows, ms: sql<number>`(${marketImports.fetch}->>'ms')::float8` })
        .from(marketImports)
        .where(and(eq(ofVenue, venueId), sql`${marketImports.fetch} ? 'ms'`))
        .orderBy(desc(marketImports.createdAt))
        .limit(MEASURED)
      const ms = done.reduce((sum, one) => sum + one.ms, 0)
      return ms > 0 ? (done.reduce((sum, one) => sum + one.rows, 0) / ms) * 1_000 || null : null
    },

    /** How many parts of months a user has asked for. */
    async partsSince(userId: string, time: number): Promise<number> {
      const [found] = await db
        .select({ parts: sql<number>`coalesce(sum((${marketImports.fetch}->>'parts')::int), 0)::int` })
        .from(marketImports)
        .where(and(eq(marketImports.userId, userId), gte(marketImports.createdAt, new Date(time))))
      return found?.parts ?? 0
    },

    async running(userId: string, instrumentId: string): Promise<ImportRow | null> {
      const [found] = await db
        .select()
        .from(marketImports)
        .where(
          and(
            eq(marketImports.userId, userId),
            eq(marketImports.instrumentId, instrumentId),
            isNotNull(marketImports.fetch),
            isUnfinished,
          ),
        )
        .limit(1)
      return found ?? null
    },

    unfinished: (): Promise<ImportRow[]> =>
      db
        .select()
        .from(marketImports)
        .where(and(isUnfinished, isNotNull(marketImports.fetch))),
  }
}
