import { type Drizzle, schema } from '@tradeloom/database'
import { and, count, desc, eq, exists, gt, max, or, sql } from 'drizzle-orm'

const { positions, sessionLogs, sessions } = schema

export type SessionRow = typeof sessions.$inferSelect
export type SessionLogRow = typeof sessionLogs.$inferSelect

/** Sessions, each only for their owner. */
export class SessionsRepository {
  readonly #db: Drizzle

  constructor(db: Drizzle) {
    this.#db = db
  }

  async get(id: string, userId: string): Promise<SessionRow | null> {
    const [row] = await this.#db
      .select()
      .from(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    return row ?? null
  }

  ofAlgorithm(algorithmId: string, userId: string, limit: number): Promise<SessionRow[]> {
    return this.#list(and(eq(sessions.algorithmId, algorithmId), eq(sessions.userId, userId)), limit)
  }

  active(userId: string, limit: number): Promise<SessionRow[]> {
    return this.#list(and(eq(sessions.userId, userId), this.#isActive()), limit)
  }

  ended(userId: string, limit: number): Promise<SessionRow[]> {
    return this.#list(and(eq(sessions.userId, userId), sql`not ${this.#isActive()}`), limit)
  }

  async runningCount(userId: string): Promise<number> {
    const [row] = await this.#db
      .select({ n: count() })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), eq(sessions.status, 'Active')))
    return row?.n ?? 0
  }

  async isAnyActive(): Promise<boolean> {
    const rows = await this.#db.select({ id: sessions.id }).from(sessions).where(eq(sessions.status, 'Active')).limit(1)
    return rows.length > 0
  }

  async insert(row: typeof sessions.$inferInsert, channel: string): Promise<void> {
    await this.#db.transaction(async (tx) => {
      await tx.insert(sessions).values(row)
      await tx.execute(sql`select pg_notify(${channel}, ${row.id})`)
    })
  }

  /** Ends an active session; what its process still does under the epoch before is not written. False if it has ended. */
  async stop(id: string, userId: string, stopped: Date, detail: string | null, channel: string): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      const changed = await tx
        .update(sessions)
        .set({ status: 'Stopped', statusDetail: detail, stopped, epoch: sql`${sessions.epoch} + 1` })
        .where(and(eq(sessions.id, id), eq(sessions.userId, userId), eq(sessions.status, 'Active')))
        .returning({ id: sessions.id })
      await tx.execute(sql`select pg_notify(${channel}, ${id})`)
      return changed.length > 0
    })
  }

  /** The last lines, oldest first. */
  async log(id: string, limit: number): Promise<SessionLogRow[]> {
    const rows = await this.#db
      .select()
      .from(sessionLogs)
      .where(eq(sessionLogs.sessionId, id))
      .orderBy(desc(sessionLogs.n))
      .limit(limit)
    return rows.toReversed()
  }

  logAfter(id: string, n: number, limit: number): Promise<SessionLogRow[]> {
    return this.#db
      .select()
      .from(sessionLogs)
      .where(and(eq(sessionLogs.sessionId, id), gt(sessionLogs.n, n)))
      .orderBy(sessionLogs.n)
      .limit(limit)
  }

  async newestLine(id: string): Promise<number> {
    const [row] = await this.#db
      .select({ n: max(sessionLogs.n) })
      .from(sessionLogs)
      .where(eq(sessionLogs.sessionId, id))
    return row?.n ?? -1
  }

  /** It runs, or its positions are open. */
  #isActive() {
    const open = this.#db
      .select({ id: positions.id })
      .from(positions)
      .where(and(eq(positions.sessionId, sessions.id), eq(positions.status, 'OPEN')))
    return sql`(${or(eq(sessions.status, 'Active'), exists(open))})`
  }

  #list(wanted: ReturnType<typeof and>, limit: number): Promise<SessionRow[]> {
    return this.#db
      .select()
      .from(sessions)
      .where(wanted)
      .orderBy(desc(sessions.started), desc(sessions.id))
      .limit(limit)
  }
}
