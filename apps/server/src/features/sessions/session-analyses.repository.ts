import { type Drizzle, schema } from '@tradeloom/database'
import type { Direction } from '@tradeloom/domain'
import { isSeenSession } from '../../trading-core/shares/seen-accounts.ts'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'

const { positions, sessionInputs, sessionRecords, sessions, tradingAccounts } = schema

/** A closed position, as far as the analysis needs it. */
export interface AnalyzedPosition {
  readonly openTime: Date
  readonly closeTime: Date
  readonly instrumentId: string
  readonly direction: Direction
  readonly quantity: number
  readonly profit: number
  readonly pips: number
  readonly spreadCost: number
  readonly slippageCost: number
  readonly commission: number
  /** Swap. */
  readonly interest: number
  readonly fundingCost: number
}

/** What all sessions of an algorithm have done. */
export interface SumOfSessions {
  readonly activeSessions: number
  readonly endedSessions: number
  readonly firstStart: string | null
  readonly currencies: readonly string[]
  /** Those with open positions. */
  readonly openIds: readonly string[]
}

export interface SumOfPositions {
  readonly openPositionCount: number
  readonly closedPositionCount: number
  readonly realizedProfit: number
  readonly realizedPips: number
}

/** Whose positions: of one session, or of all sessions of an algorithm. */
export type AnalyzedOf = { readonly sessionId: string } | { readonly algorithmId: string }

/** What sessions have done, each only for whoever sees it. Positions that their owner has deleted from lists do not count. */
export class SessionAnalysesRepository {
  readonly #db: Drizzle

  constructor(db: Drizzle) {
    this.#db = db
  }

  /** By closing time. */
  async closedPositions(userId: string, of: AnalyzedOf, limit: number): Promise<AnalyzedPosition[]> {
    const { openTime, closeTime, instrumentId, direction, quantity, profit, pips, id } = positions
    const { spreadCost, slippageCost, commission, interest, fundingCost } = positions
    const costs = { spreadCost, slippageCost, commission, interest, fundingCost }
    const rows = await this.#db
      .select({ openTime, closeTime, instrumentId, direction, quantity, profit, pips, ...costs })
      .from(positions)
      .innerJoin(sessions, eq(sessions.id, positions.sessionId))
      .where(and(isOf(userId, of), eq(positions.status, 'CLOSED')))
      .orderBy(asc(closeTime), asc(id))
      .limit(limit)
    return rows as AnalyzedPosition[]
  }

  /** Equity at the ends of days, since the last start of the script; null if it has begun anew: then a part is missing. */
  async days(sessionId: string): Promise<{ time: number; equity: number }[] | null> {
    const isStart = and(eq(sessionInputs.sessionId, sessionId), eq(sessionInputs.kind, 'START'))
    if ((await this.#db.$count(sessionInputs, isStart)) > 1) return null
    const { time, body, kind, n } = sessionRecords
    const rows = await this.#db
      .select({ time, body })
      .from(sessionRecords)
      .where(and(eq(sessionRecords.sessionId, sessionId), eq(kind, 'day')))
      .orderBy(asc(n))
    return rows.map((row) => ({ time: row.time.getTime(), equity: (row.body as { equity: number }).equity }))
  }

  async sumOfSessions(userId: string, algorithmId: string): Promise<SumOfSessions> {
    const { rows } = await this.#db.execute<{ [Name in keyof SumOfSessions]: SumOfSessions[Name] }>(sql`
      with own as (
        select ${sessions.id} as id, ${sessions.status} as status, ${sessions.started} as started,
          ${tradingAccounts.currency} as currency,
          exists (select from ${positions} where ${positions.sessionId} = ${sessions.id}
            and ${positions.status} = 'OPEN') as is_open
        from ${sessions} join ${tradingAccounts} on ${tradingAccounts.id} = ${sessions.brokerAccountId}
        where ${isSeenSession(userId)} and ${sessions.algorithmId} = ${algorithmId})
      select count(*) filter (where status = 'Active' or is_open)::int as "activeSessions",
        count(*) filter (where status <> 'Active' and not is_open)::int as "endedSessions",
        min(started) as "firstStart",
        coalesce(array_agg(distinct currency) filter (where currency is not null), '{}') as currencies,
        coalesce(array_agg(id) filter (where is_open), '{}') as "openIds"
      from own`)
    return rows[0] as SumOfSessions
  }

  async sumOfPositions(userId: string, algorithmId: string): Promise<SumOfPositions> {
    const isClosed = sql`${positions.status} = 'CLOSED'`
    const [sum] = await this.#db
      .select({
        openPositionCount: sql<number>`count(*) filter (where ${positions.status} = 'OPEN')::int`,
        closedPositionCount: sql<number>`count(*) filter (where ${isClosed})::int`,
        realizedProfit: sql<number>`coalesce(sum(${positions.profit}) filter (where ${isClosed}), 0)`,
        realizedPips: sql<number>`coalesce(sum(${positions.pips}) filter (where ${isClosed}), 0)`,
      })
      .from(positions)
      .innerJoin(sessions, eq(sessions.id, positions.sessionId))
      .where(isOf(userId, { algorithmId }))
    return sum as SumOfPositions
  }
}

function isOf(userId: string, of: AnalyzedOf) {
  const isWanted = 'sessionId' in of ? eq(positions.sessionId, of.sessionId) : eq(sessions.algorithmId, of.algorithmId)
  return and(isSeenSession(userId), isNull(positions.hiddenAt), isWanted)
}
