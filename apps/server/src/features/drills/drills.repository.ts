import { MAX_LISTED_DRILLS } from '@tradeloom/contracts'
import { type Drizzle, schema, sqlState, UNIQUE_VIOLATION } from '@tradeloom/database'
import { and, asc, desc, eq, gte, isNull, lte, or, sql } from 'drizzle-orm'

const { custodyAudits, drills, journal, positions, sessions, tradingAccounts } = schema

export type DrillRow = typeof drills.$inferSelect

/** Entries of the journal that a drill of a minute tells. */
const MAX_ENTRIES = 500

export class DrillsRepository {
  readonly #db: Drizzle

  constructor(db: Drizzle) {
    this.#db = db
  }

  list(accountId: string): Promise<DrillRow[]> {
    return this.#db
      .select()
      .from(drills)
      .where(eq(drills.accountId, accountId))
      .orderBy(desc(drills.askedAt))
      .limit(MAX_LISTED_DRILLS)
  }

  /** Null for one of somebody else. */
  async get(userId: string, id: string): Promise<{ readonly drill: DrillRow; readonly currency: string } | null> {
    const [row] = await this.#db
      .select({ drill: drills, currency: tradingAccounts.currency })
      .from(drills)
      .innerJoin(tradingAccounts, eq(tradingAccounts.id, drills.accountId))
      .where(and(eq(drills.id, id), eq(tradingAccounts.userId, userId)))
    return row ?? null
  }

  /** False if one is running on the account. */
  async add(row: typeof drills.$inferInsert): Promise<boolean> {
    try {
      await this.#db.insert(drills).values(row)
      return true
    } catch (error) {
      if (sqlState(error) === UNIQUE_VIOLATION) return false
      throw error
    }
  }

  async isAnyRunning(): Promise<boolean> {
    return (await this.#db.$count(drills, isNull(drills.endedAt))) > 0
  }

  since(accountId: string, time: Date): Promise<number> {
    return this.#db.$count(drills, and(eq(drills.accountId, accountId), gte(drills.askedAt, time)))
  }

  sessionsOn(accountId: string): Promise<number> {
    return this.#db.$count(sessions, and(eq(sessions.brokerAccountId, accountId), eq(sessions.status, 'Active')))
  }

  /** Open positions, and of an instrument whatever waits for its prices. */
  async openOn(accountId: string, instrumentId: string | null) {
    const isThere = sql`account_id = ${accountId} and (${instrumentId}::text is null or instrument_id = ${instrumentId})`
    const { rows } = await this.#db.execute<{ positions: number; stops: number; orders: number }>(sql`
      select (select count(*)::int from positions where ${isThere} and status = 'OPEN') as positions,
        (select count(*)::int from positions where ${isThere} and status = 'OPEN'
          and (stop_loss is not null or trailing_stop is not null)) as stops,
        (select count(*)::int from venue_orders where ${isThere} and not is_protective
          and status in ('NEW', 'PARTIALLY_FILLED')) as orders`)
    return rows[0] ?? { positions: 0, stops: 0, orders: 0 }
  }

  /** The position of a drill and its closed parts. */
  positionsOf({ id }: DrillRow) {
    return this.#db
      .select()
      .from(positions)
      .where(or(eq(positions.id, id), eq(positions.partOf, id)))
  }

  audits({ id }: DrillRow) {
    return this.#db.select().from(custodyAudits).where(eq(custodyAudits.positionId, id)).orderBy(asc(custodyAudits.at))
  }

  /** Those of the user, too: a guardian closes down the whole account. */
  closedByGuardian({ accountId, startedAt }: DrillRow, until: Date) {
    if (startedAt === null) return []
    return this.#db
      .select({ closeTime: positions.closeTime, profit: positions.profit })
      .from(positions)
      .where(
        and(
          eq(positions.accountId, accountId),
          eq(positions.closeReason, 'guardian'),
          gte(positions.closeTime, startedAt),
          lte(positions.closeTime, until),
        ),
      )
      .limit(MAX_ENTRIES)
  }

  entries({ accountId, startedAt }: DrillRow, until: Date) {
    if (startedAt === null) return []
    return this.#db
      .select({ at: journal.at, kind: journal.kind, body: journal.body })
      .from(journal)
      .where(and(eq(journal.accountId, accountId), gte(journal.at, startedAt), lte(journal.at, until)))
      .orderBy(asc(journal.n))
      .limit(MAX_ENTRIES)
  }
}
