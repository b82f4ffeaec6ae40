import { type Drizzle, schema } from '@tradeloom/database'
import { cancelOpenings } from '../../trading-core/intents/cancel-openings.ts'
import { readersOfAccount } from '../../trading-core/shares/readers-of.ts'
import { isSeenSession } from '../../trading-core/shares/seen-accounts.ts'
import { marketOwnerProblem, type WantedMarket } from '../../trading-core/intents/market-owner.ts'
import { and, count, desc, eq, exists, gt, gte, inArray, lt, max, or, sql } from 'drizzle-orm'

const { positions, sessionInputs, sessionLogs, sessionRecords, sessions, users } = schema

const DAY_MS = 86_400_000
/** More than ten years. */
const MAX_DAYS = 4_000

export type SessionRow = typeof sessions.$inferSelect
export type SessionLogRow = typeof sessionLogs.$inferSelect

interface SessionStop {
  readonly detail: string | null
  /** Of the process that runs sessions. */
  readonly channel: string
  readonly installation: string
  readonly now: () => number
}

/** What the books say of a session. */
export interface Booked {
  readonly openPositionCount: number
  readonly closedPositionCount: number
  readonly realisedProfit: number
  /** When its last position was closed, UTC milliseconds. */
  readonly lastClose: number | null
}

/** Sessions, each only for whoever sees it. */
export class SessionsRepository {
  readonly #db: Drizzle

  constructor(db: Drizzle) {
    this.#db = db
  }

  /** Why no session can trade a market of an account; null if one can. */
  async marketProblem(account: WantedMarket['account'], instrumentId: string): Promise<string | null> {
    return marketOwnerProblem(this.#db, { account, instrumentId, sessionId: 'new' })
  }

  async get(id: string, userId: string): Promise<SessionRow | null> {
    const [row] = await this.#db
      .select()
      .from(sessions)
      .where(and(eq(sessions.id, id), isSeenSession(userId)))
    return row ?? null
  }

  /** For whoever tells others of it. `readers`: users who see it. */
  async withReaders(id: string): Promise<{ row: SessionRow; readers: readonly string[] } | null> {
    const [row] = await this.#db.select().from(sessions).where(eq(sessions.id, id))
    if (!row) return null
    const [owner, ...others] = await readersOfAccount(this.#db, row.brokerAccountId)
    return { row, readers: [owner, ...others].filter((one) => one === owner || one === row.userId) as string[] }
  }

  /** Names of users, by their ids. */
  async names(userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (userIds.length === 0) return new Map()
    const { id, displayUsername } = users
    const rows = await this.#db
      .select({ id, name: displayUsername })
      .from(users)
      .where(inArray(id, [...userIds]))
    return new Map(rows.map((one) => [one.id, one.name]))
  }

  ofAlgorithm(algorithmId: string, userId: string, limit: number): Promise<SessionRow[]> {
    return this.#list(
      and(eq(sessions.algorithmId, algorithmId), eq(sessions.userId, userId), isSeenSession(userId)),
      limit,
    )
  }

  active(userId: string, limit: number): Promise<SessionRow[]> {
    return this.#list(and(isSeenSession(userId), this.#isActive()), limit)
  }

  ended(userId: string, limit: number): Promise<SessionRow[]> {
    return this.#list(and(isSeenSession(userId), sql`not ${this.#isActive()}`), limit)
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

  /**
   * Ends an active session, and takes back what it would still open; what its process does under the epoch before is not
   * written. False if it has ended.
   */
  async stop(id: string, userId: string, { detail, channel, installation, now }: SessionStop): Promise<boolean> {
    const stopped = new Date(now())
    return this.#db.transaction(async (tx) => {
      const [ended] = await tx
        .update(sessions)
        .set({ status: 'Stopped', statusDetail: detail, stopped, epoch: sql`${sessions.epoch} + 1` })
        .where(and(eq(sessions.id, id), isSeenSession(userId), eq(sessions.status, 'Active')))
        .returning()
      if (!ended) return false
      await cancelOpenings(tx, ended.brokerAccountId, { sessionId: id }, { installation, now })
      await tx.execute(sql`select pg_notify(${channel}, ${id})`)
      return true
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

  /** The last lines of a day in UTC, oldest first, and how many it has. */
  async logOfDay(id: string, day: string, limit: number): Promise<{ rows: SessionLogRow[]; count: number }> {
    const from = new Date(`${day}T00:00:00Z`)
    const { sessionId, time, n } = sessionLogs
    const wanted = and(eq(sessionId, id), gte(time, from), lt(time, new Date(from.getTime() + DAY_MS)))
    const [rows, [counted]] = await Promise.all([
      this.#db.select().from(sessionLogs).where(wanted).orderBy(desc(n)).limit(limit),
      this.#db.select({ n: count() }).from(sessionLogs).where(wanted),
    ])
    return { rows: rows.toReversed(), count: counted?.n ?? 0 }
  }

  /** Days in UTC with lines, newest first. */
  logDays(id: string): Promise<{ day: string; lineCount: number }[]> {
    const day = sql<string>`to_char(${sessionLogs.time} at time zone 'UTC', 'YYYY-MM-DD')`
    return this.#db
      .select({ day, lineCount: count() })
      .from(sessionLogs)
      .where(eq(sessionLogs.sessionId, id))
      .groupBy(day)
      .orderBy(desc(day))
      .limit(MAX_DAYS)
  }

  /** What its closed positions and parts have made, in sum, at each closing; at most `limit`, evenly thinned out. */
  async cumulativeProfit(id: string, limit: number): Promise<{ time: Date; profit: number }[]> {
    const { rows } = await this.#db.execute<{ time: string; profit: number }>(sql`
      with realized as (
        select ${positions.closeTime} as time,
          sum(${positions.profit}) over (order by ${positions.closeTime}, ${positions.id}) as profit,
          row_number() over (order by ${positions.closeTime} desc, ${positions.id} desc) as back, count(*) over () as n
        from ${positions}
        where ${positions.sessionId} = ${id} and ${positions.status} = 'CLOSED' and ${positions.hiddenAt} is null)
      select time, profit from realized where (back - 1) % greatest(1, ceil(n / ${limit}::float8)::bigint) = 0 order by time, back desc`)
    return rows.map(({ time, profit }) => ({ time: new Date(time), profit }))
  }

  /** What the books say of sessions: the rows of their positions that are not hidden. */
  async booked(ids: readonly string[]): Promise<Map<string, Booked>> {
    const { rows } = await this.#db.execute<Omit<Booked, 'lastClose'> & { id: string; lastClose: string | null }>(sql`
      select ${positions.sessionId} as id,
        count(*) filter (where ${positions.status} = 'OPEN')::int as "openPositionCount",
        count(*) filter (where ${positions.status} = 'CLOSED')::int as "closedPositionCount",
        max(${positions.closeTime}) as "lastClose",
        coalesce(sum(${positions.profit}) filter (where ${positions.status} = 'CLOSED'), 0) as "realisedProfit"
      from ${positions}
      where ${inArray(positions.sessionId, [...ids])} and ${positions.hiddenAt} is null
      group by ${positions.sessionId}`)
    return new Map(
      rows.map(({ id, lastClose, ...figures }) => [
        id,
        { ...figures, lastClose: lastClose === null ? null : new Date(lastClose).getTime() },
      ]),
    )
  }

  /** Equity as the script's start recorded it, since the last of its starts; at most `limit` parts, evenly thinned out. */
  async equity(id: string, limit: number): Promise<{ time: number; equity: number }[]> {
    const { rows } = await this.#db.execute<{ body: { time: number[]; equity: (number | null)[] } }>(sql`
      with parts as (
        select ${sessionRecords.body} as body, ${sessionRecords.n} as n,
          row_number() over (order by ${sessionRecords.n} desc) - 1 as back, count(*) over () as size
        from ${sessionRecords}
        where ${sessionRecords.sessionId} = ${id} and ${sessionRecords.kind} = 'curve'
          and ${sessionRecords.time} >= coalesce(
            (select to_timestamp(max((${sessionInputs.body} ->> 'start')::float8) / 1000) from ${sessionInputs}
              where ${sessionInputs.sessionId} = ${id} and ${sessionInputs.kind} = 'START'), '-infinity'))
      select body from parts where back % greatest(1, ceil(size / ${limit}::float8)::bigint) = 0 order by n`)
    return rows.flatMap(({ body: { time, equity } }) =>
      time.flatMap((at, row) => (equity[row] == null ? [] : [{ time: at, equity: equity[row] as number }])),
    )
  }

  /** Deposits and withdrawals that it was told, since the last of its starts: no profit, though equity changes by them. */
  async transfers(id: string): Promise<{ time: number; amount: number }[]> {
    const { rows } = await this.#db.execute<{ time: number; amount: number }>(sql`
      select (body -> 'event' ->> 'time')::float8 as time, (body -> 'event' ->> 'transfer')::float8 as amount
      from ${sessionInputs}
      where ${sessionInputs.sessionId} = ${id} and ${sessionInputs.kind} = 'EVENT'
        and ${sessionInputs.body} -> 'event' ->> 'kind' = 'BALANCE'
        and ${sessionInputs.body} -> 'event' ? 'transfer'
        and ${sessionInputs.seq} > coalesce((select max(${sessionInputs.seq}) from ${sessionInputs}
          where ${sessionInputs.sessionId} = ${id} and ${sessionInputs.kind} = 'START'), -1)
      order by ${sessionInputs.seq}`)
    return rows
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
