import { type Drizzle, type FillRow, type IntentRow, type PositionRow, schema } from '@tradeloom/database'
import { and, asc, desc, eq, getTableColumns, gt, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { isOfSeenAccount } from '../../trading-core/shares/seen-accounts.ts'
import { isToBeGuarded } from '../../trading-core/guard/to-be-guarded.ts'
import type { LoggedEntry } from './account-log.ts'
import type { StoredOrder, StoredPosition } from './stored-rows.ts'

const {
  accountControl,
  algorithms,
  custodyAudits,
  exchangeKeys,
  fills,
  intents,
  journal,
  positions,
  sessions,
  tradingAccounts,
  users,
  venueOrders,
} = schema

/** Of a session, or of all accounts in an instrument. */
export type PositionsOf = { readonly sessionId: string } | { readonly instrumentId: string }

export interface StoredIntent {
  readonly intent: IntentRow
  /** Of the position that it closes or protects. */
  readonly direction: PositionRow['direction'] | null
  /** Whether its venue is asked what has become of it: with its key it can be. */
  readonly isAsked: boolean
  /** The name of the person who asked for it; null where that is whoever reads it. */
  readonly placedBy: string | null
}

/** Of rows of intents: the name of whoever asked for one, where that is not the reader. */
function placerFor(readerId: string): SQL<string | null> {
  const person = sql`coalesce(${intents.placedBy}, ${intents.userId})`
  return sql<string | null>`case when ${intents.id} is null or ${person} = ${readerId} then null else coalesce(
    (select person.display_username from ${users} person where person.id = ${person}), 'deleted user') end`
}

/** What accounts trade, each only for those who see it. */
export class TradingRepository {
  readonly #db: Drizzle

  constructor(db: Drizzle) {
    this.#db = db
  }

  /** Whether any account is to be guarded. */
  async isGuardianNeeded(): Promise<boolean> {
    const [found] = await this.#db
      .select({ id: tradingAccounts.id })
      .from(tradingAccounts)
      .innerJoin(accountControl, eq(accountControl.accountId, tradingAccounts.id))
      .where(isToBeGuarded())
      .limit(1)
    return found !== undefined
  }

  /** Whether any paper account has positions, orders or requests that are not finished. */
  async isPaperBusy(): Promise<boolean> {
    const { rows } = await this.#db.execute(sql`
      select from ${tradingAccounts} account where account.venue = 'paper' and (
        exists (select from ${positions} where account_id = account.id and status = 'OPEN')
        or exists (select from ${venueOrders} where account_id = account.id and status in ('NEW', 'PARTIALLY_FILLED'))
        or exists (select from ${intents} where account_id = account.id and state in ('WRITTEN', 'SENDING', 'UNKNOWN')))
      limit 1`)
    return rows.length > 0
  }

  openPositions(userId: string): Promise<StoredPosition[]> {
    return this.#positions(
      and(isOfSeenAccount(positions.accountId, userId), eq(positions.status, 'OPEN')),
      desc(positions.openTime),
    )
  }

  closedPositions(
    userId: string,
    { limit, offset, sessionId }: { limit: number; offset: number; sessionId?: string },
  ): Promise<StoredPosition[]> {
    const order = sql`${positions.closeTime} desc nulls first, ${positions.id} desc`
    return this.#positions(this.#isShownClosed(userId, sessionId), order).limit(limit).offset(offset)
  }

  positionsOfAlgorithm(userId: string, algorithmId: string, limit: number): Promise<StoredPosition[]> {
    const wanted = and(
      isOfSeenAccount(positions.accountId, userId),
      eq(sessions.algorithmId, algorithmId),
      isNull(positions.hiddenAt),
    )
    const order = sql`${positions.status} = 'OPEN' desc, ${positions.openTime} desc, ${positions.id} desc`
    return this.#positions(wanted, order).limit(limit)
  }

  /** Whoever asks has checked who sees them. */
  openPositionsOfSessions(sessionIds: readonly string[]): Promise<StoredPosition[]> {
    const isOf = inArray(positions.sessionId, [...sessionIds])
    return this.#positions(and(isOf, eq(positions.status, 'OPEN')), desc(positions.openTime))
  }

  /** Positions that were open in a period: their number, and all of them unless they are too many. */
  async positionWindow(
    userId: string,
    of: PositionsOf,
    { start, end, limit }: { start: Date; end: Date; limit: number },
  ): Promise<{ count: number; rows: StoredPosition[] }> {
    // By status first, as the index of a user's positions has them.
    const isNotOver = or(
      eq(positions.status, 'OPEN'),
      and(eq(positions.status, 'CLOSED'), gte(positions.closeTime, start)),
    )
    const wanted = and(this.#isOfAndShown(userId, of), lt(positions.openTime, end), isNotOver)
    const count = await this.#db.$count(positions, wanted)
    return { count, rows: count > limit ? [] : await this.#positions(wanted, asc(positions.openTime)) }
  }

  /** The position that opened next after a time, or last before it. */
  async positionNeighbor(
    userId: string,
    of: PositionsOf,
    time: Date,
    direction: 'next' | 'previous',
  ): Promise<StoredPosition | null> {
    const isNext = direction === 'next'
    const beyond = isNext ? gt(positions.openTime, time) : lt(positions.openTime, time)
    const order = isNext ? asc(positions.openTime) : desc(positions.openTime)
    const [found] = await this.#positions(and(this.#isOfAndShown(userId, of), beyond), order).limit(1)
    return found ?? null
  }

  async position(userId: string, id: string): Promise<StoredPosition | null> {
    const isWhole = and(eq(positions.brokerId, id), isNull(positions.partOf))
    const isRow = z.uuid().safeParse(id).success ? eq(positions.id, id) : undefined
    const wanted = and(isOfSeenAccount(positions.accountId, userId), or(isWhole, isRow))
    const [found] = await this.#positions(wanted, desc(positions.openTime))
    return found ?? null
  }

  /** Over all closed positions that are not hidden, for each currency of accounts. */
  totals(userId: string, sessionId?: string) {
    const { profit, pips } = positions
    const sumIf = (value: typeof profit | typeof pips, condition: ReturnType<typeof sql>) =>
      sql<number>`coalesce(sum(${value}) filter (where ${condition}), 0)`
    const { currency } = tradingAccounts
    return this.#db
      .select({
        currency,
        totalProfit: sql<number>`coalesce(sum(${profit}), 0)`,
        positiveProfit: sumIf(profit, sql`${profit} > 0`),
        negativeProfit: sumIf(profit, sql`${profit} < 0`),
        totalMovement: sql<number>`coalesce(sum(${pips}), 0)`,
        positiveMovement: sumIf(pips, sql`${pips} > 0`),
        negativeMovement: sumIf(pips, sql`${pips} < 0`),
        closedPositionCount: sql<number>`count(*)::int`,
      })
      .from(positions)
      .innerJoin(tradingAccounts, eq(tradingAccounts.id, positions.accountId))
      .where(this.#isShownClosed(userId, sessionId))
      .groupBy(currency)
      .orderBy(currency)
  }

  async ownsAlgorithm(userId: string, algorithmId: string): Promise<boolean> {
    const wanted = and(eq(algorithms.id, algorithmId), eq(algorithms.userId, userId))
    const found = await this.#db.select({ id: algorithms.id }).from(algorithms).where(wanted)
    return found.length > 0
  }

  /** Active orders first, then the newest; those of hidden positions are left out. */
  async orders(userId: string, limit: number, sessionId?: string): Promise<StoredOrder[]> {
    const isActive = sql`(${venueOrders.status} in ('NEW', 'PARTIALLY_FILLED'))`
    const ofSession = sessionId === undefined ? undefined : this.#isOfSession(sessionId)
    return this.#orders(userId, and(isNull(positions.hiddenAt), ofSession))
      .orderBy(sql`${isActive} desc`, desc(venueOrders.time), desc(venueOrders.id))
      .limit(limit)
  }

  async ordersOfPosition(userId: string, positionId: string): Promise<StoredOrder[]> {
    const opened = this.#db.select({ id: fills.intentId }).from(fills).where(eq(fills.positionId, positionId))
    const isOf = or(eq(venueOrders.positionId, positionId), inArray(venueOrders.intentId, opened))
    return this.#orders(userId, isOf).orderBy(desc(venueOrders.time), desc(venueOrders.id))
  }

  /** By its own id, or by that of the request which placed it. */
  async order(userId: string, id: string): Promise<StoredOrder | null> {
    const isMeant = or(eq(venueOrders.id, id), eq(venueOrders.intentId, id))
    const [found] = await this.#orders(userId, isMeant)
    return found ?? null
  }

  async intent(userId: string, id: string): Promise<StoredIntent | null> {
    const [found] = await this.#intents(userId, eq(intents.id, id))
    return found ?? null
  }

  /** The request that was made with this key, if it was. */
  async intentOfKey(userId: string, ticketKey: string): Promise<IntentRow | null> {
    const [found] = await this.#db
      .select()
      .from(intents)
      .where(and(sql`coalesce(${intents.placedBy}, ${intents.userId}) = ${userId}`, eq(intents.ticketKey, ticketKey)))
    return found ?? null
  }

  /** Requests that the venue does not have yet, or of which it is not known. */
  pendingIntents(userId: string): Promise<StoredIntent[]> {
    const isPending = inArray(intents.state, ['WRITTEN', 'SENDING', 'UNKNOWN'])
    return this.#intents(userId, isPending).orderBy(desc(intents.id))
  }

  /** Orders that the venue has refused since then, or that were never sent: it has none of them in its lists. */
  refusedIntents(userId: string, since: Date, limit: number): Promise<StoredIntent[]> {
    const isRefused = inArray(intents.state, ['REJECTED', 'UNSENT', 'ABSENT'])
    const isOrder = and(eq(intents.kind, 'PLACE'), isRefused)
    return this.#intents(userId, and(isOrder, gt(intents.decidedAt, since)))
      .orderBy(desc(intents.id))
      .limit(limit)
  }

  /** Requests of an account that may still open something. */
  openingIntents(accountId: string): Promise<IntentRow[]> {
    const states = ['WRITTEN', 'SENDING', 'UNKNOWN', 'WORKING', 'PARTIAL'] as const
    return this.#db
      .select()
      .from(intents)
      .where(and(eq(intents.accountId, accountId), eq(intents.kind, 'PLACE'), inArray(intents.state, [...states])))
  }

  async ordersSince(accountId: string, since: Date): Promise<number> {
    const [found] = await this.#db
      .select({ count: sql<number>`count(*)::int` })
      .from(intents)
      .where(
        and(
          eq(intents.accountId, accountId),
          inArray(intents.kind, ['PLACE', 'CHANGE']),
          sql`${intents.decidedAt} > ${since}`,
        ),
      )
    return found?.count ?? 0
  }

  executions(userId: string, limit: number): Promise<FillRow[]> {
    return this.#fills(isOfSeenAccount(fills.accountId, userId))
      .orderBy(desc(fills.time), desc(fills.tradeId))
      .limit(limit)
  }

  async execution(userId: string, accountId: string, tradeId: string): Promise<FillRow | null> {
    const isMeant = and(eq(fills.accountId, accountId), eq(fills.tradeId, tradeId))
    const [found] = await this.#fills(and(isOfSeenAccount(fills.accountId, userId), isMeant))
    return found ?? null
  }

  /** The newest entries of the journal of an account, oldest first. */
  async journal(userId: string, accountId: string, limit: number): Promise<LoggedEntry[]> {
    const { n, at, kind, body } = journal
    const found = await this.#db
      .select({ at, kind, body })
      .from(journal)
      .where(and(isOfSeenAccount(journal.accountId, userId), eq(journal.accountId, accountId)))
      .orderBy(desc(n))
      .limit(limit)
    return found.toReversed()
  }

  #intents(readerId: string, wanted: ReturnType<typeof and>) {
    const isOfPosition = sql`${positions.id}::text = ${intents.payload} ->> 'positionId'`
    const hasKey = sql`(${exchangeKeys.connectionId} is not null and ${exchangeKeys.refusedAt} is null)`
    const isAsked = sql<boolean>`(${tradingAccounts.venue} = 'paper' or ${hasKey})`
    return this.#db
      .select({ intent: intents, direction: positions.direction, isAsked, placedBy: placerFor(readerId) })
      .from(intents)
      .innerJoin(tradingAccounts, eq(tradingAccounts.id, intents.accountId))
      .leftJoin(exchangeKeys, eq(exchangeKeys.connectionId, tradingAccounts.connectionId))
      .leftJoin(positions, and(eq(positions.accountId, intents.accountId), isOfPosition))
      .where(and(isOfSeenAccount(intents.accountId, readerId), wanted))
      .$dynamic()
  }

  #fills(wanted: ReturnType<typeof and>) {
    return this.#db.select(getTableColumns(fills)).from(fills).where(wanted).$dynamic()
  }

  #orders(readerId: string, wanted: ReturnType<typeof and>) {
    return this.#db
      .select({
        order: venueOrders,
        placedBy: placerFor(readerId),
        venueId: intents.venueId,
        sessionId: sql<string | null>`coalesce(${intents.sessionId}, ${positions.sessionId})`,
        cancellation: sql<string | null>`(select cancel.reason from ${intents} cancel
          where cancel.account_id = ${venueOrders.accountId} and cancel.kind = 'CANCEL' and cancel.state = 'UNKNOWN'
            and cancel.payload->>'intentId' = ${venueOrders.intentId}::text limit 1)`,
        linkedTo: sql<string | null>`(select other.id from ${intents} linked join ${venueOrders} other
          on other.intent_id in (linked.id, (linked.payload->>'linkedTo')::uuid) and other.id <> ${venueOrders.id}
          where linked.account_id = ${venueOrders.accountId} and linked.payload->>'linkedTo' is not null
            and ${venueOrders.intentId} in (linked.id, (linked.payload->>'linkedTo')::uuid)
          order by linked.id desc limit 1)`,
      })
      .from(venueOrders)
      .leftJoin(intents, eq(intents.id, venueOrders.intentId))
      .leftJoin(positions, eq(positions.id, venueOrders.positionId))
      .where(and(isOfSeenAccount(venueOrders.accountId, readerId), wanted))
      .$dynamic()
  }

  #positions(wanted: ReturnType<typeof and>, order: SQL) {
    return this.#db
      .select({
        position: positions,
        model: tradingAccounts.model,
        owner: users.displayUsername,
        isStopHeld: sql<boolean>`(${positions.isStopLossRejected} and exists (
          select from venue_orders held where held.position_id = ${positions.id} and held.type = 'STOP'
            and held.status = 'NEW' and held.intent_id is null and held.stop_price = ${positions.stopLoss}))`,
        custody: custodyAudits,
        currency: tradingAccounts.currency,
        // First what each session has: where it is null, there is no session. Its algorithm may be deleted.
        session: {
          algorithmName: sessions.algorithmName,
          algorithmId: sessions.algorithmId,
          stopped: sessions.stopped,
        },
      })
      .from(positions)
      .innerJoin(tradingAccounts, eq(tradingAccounts.id, positions.accountId))
      .innerJoin(users, eq(users.id, tradingAccounts.userId))
      .leftJoin(sessions, eq(sessions.id, positions.sessionId))
      .leftJoin(custodyAudits, and(eq(custodyAudits.positionId, positions.id), isNull(custodyAudits.until)))
      .where(wanted)
      .orderBy(order)
      .$dynamic()
  }

  #isShownClosed(userId: string, sessionId?: string) {
    const ofSession = sessionId === undefined ? undefined : eq(positions.sessionId, sessionId)
    return and(
      isOfSeenAccount(positions.accountId, userId),
      eq(positions.status, 'CLOSED'),
      isNull(positions.hiddenAt),
      ofSession,
    )
  }

  #isOfAndShown(userId: string, of: PositionsOf) {
    const isOf = 'sessionId' in of ? eq(positions.sessionId, of.sessionId) : eq(positions.instrumentId, of.instrumentId)
    return and(isOfSeenAccount(positions.accountId, userId), isOf, isNull(positions.hiddenAt))
  }

  #isOfSession(sessionId: string) {
    return or(eq(intents.sessionId, sessionId), eq(positions.sessionId, sessionId))
  }
}
