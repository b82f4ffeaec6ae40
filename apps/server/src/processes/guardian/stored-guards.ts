import { closedResults, type Drizzle, firstId, schema, type Transaction } from '@tradeloom/database'
import { type AccountLevel, type AccountModel, type Direction, type GuardLimits, guardLimits } from '@tradeloom/domain'
import type { DrillKind } from '@tradeloom/domain/drills'
import { hasEnded, INTENT_STATES, type SessionProgress } from '@tradeloom/trading'
import type { VenueAdapter, VenueAddresses } from '@tradeloom/venues'
import { and, eq, gte, inArray, isNotNull, isNull, ne } from 'drizzle-orm'
import { type UsableConnection, usableConnections } from '../../trading-core/connections/usable-connections.ts'
import { isToBeGuarded } from '../../trading-core/guard/to-be-guarded.ts'
import { type PendingSale, pendingSales } from './pending-sales.ts'

const {
  accountControl,
  brokerConnections,
  drills,
  exchangeKeys,
  fills,
  intents,
  positions,
  sessionProgress,
  sessions,
  tradingAccounts,
  venueCursors,
} = schema

/** Fills that the private stream of the guardian may still tell, because they are that new. */
const RECENT_MS = 24 * 3_600_000
const UNFINISHED = INTENT_STATES.filter((state) => !hasEnded(state))
/** The minute in which orders are counted, and as long as one may wait to be sent. */
const SENT_WITHIN_MS = 70_000

export interface HeldPosition {
  readonly id: string
  readonly instrumentId: string
  readonly direction: Direction
  readonly quantity: number
  /** The venue's name for it. */
  readonly brokerId: string
  readonly openPrice: number
  /** Booked so far: costs, and the profit of what was closed. In the currency of the account. */
  readonly profit: number
  /** UTC milliseconds; null if it has its stop, or wants none. */
  readonly unprotectedSince: number | null
}

/** Where the loss of the day is counted from. */
export interface Reference {
  /** UTC milliseconds. */
  readonly at: number
  readonly result: number
}

/** From where the drawdown is counted. */
export interface StoredPeak {
  /** UTC milliseconds; another one: it is counted anew. */
  readonly since: number
  /** The highest result; null before one has stood. */
  readonly result: number | null
  /** Profit of the positions that were closed since. */
  readonly closedResult: number
}

/** A drill that has begun. Times are UTC milliseconds. */
export interface StoredDrill {
  readonly id: string
  readonly accountId: string
  readonly userId: string
  readonly kind: DrillKind
  readonly instrumentId: string
  readonly fall: number
  readonly startedAt: number
  readonly endsAt: number
}

/** The connection of an account at a venue, with its key sealed. */
export interface SealedConnection {
  readonly id: string
  readonly venueId: string
  readonly urls: VenueAddresses
  /** Which of the accounts that the key opens; absent in a file of an earlier version, whose keys opened one each. */
  readonly accountNo?: string
  /** Absent in a file of an earlier version, which had no other type. */
  readonly type?: UsableConnection['type']
  /** Base64; absent, as in that file, where there are the two boxes of an earlier version. */
  readonly credentials?: string
  readonly apiKey?: string
  readonly apiSecret?: string
  /** Where the guardian works with a key of its own: that one, or null if it has none. */
  readonly guardianKey?: string | null
}

/** What the database says of an account that is guarded: plain data, kept in a file for when the database is away. */
export interface StoredGuard {
  readonly accountId: string
  readonly userId: string
  readonly venue: string
  readonly model: AccountModel
  readonly currency: string
  readonly createdAt: number
  readonly level: AccountLevel
  readonly limits: GuardLimits
  readonly reference: Reference | null
  /** Profit of the positions that were closed since the reference. */
  readonly closedResult: number
  /** Null while there is no limit of the drawdown. */
  readonly peak: StoredPeak | null
  readonly positions: readonly HeldPosition[]
  readonly unknownSince: readonly number[]
  /** Of requests that have not ended, for venues where orders go by numbers. */
  readonly orderNumbers: readonly number[]
  /** When orders were sent or changed in the last minute. */
  readonly sentAt: readonly number[]
  readonly sessions: readonly SessionProgress[]
  /** What others are selling meanwhile: it must not be sold a second time. */
  readonly sales: readonly PendingSale[]
  /** What its owner practices on it, if anything: it is judged by the prices that it sees. */
  readonly drill: StoredDrill | null
  /** Null on paper, and where the key was erased. */
  readonly connection: SealedConnection | null
  /** Whether its key is not accepted; absent in a file of an earlier version. */
  readonly isRefused?: boolean
  /** Trades of the last day that are in the books. */
  readonly bookedTrades: readonly string[]
  /** How far the fills of an instrument were read. */
  readonly cursors: Readonly<Record<string, string>>
}

/**
 * The accounts that are to be guarded: at venues all that can be reached or whose key was erased, on paper those that have a limit, or anything that
 * could lose money. All as of one moment:
 * with a position from before its sale was booked, and the trade from after, what was sold would be sold again.
 */
export async function storedGuards(
  db: Drizzle,
  adapters: readonly VenueAdapter[],
  urls: Readonly<Record<string, VenueAddresses>>,
  now: number,
  /** All accounts if omitted. */
  accountId?: string,
): Promise<StoredGuard[]> {
  const usable = await usableConnections(db, adapters, urls)
  return db.transaction((tx) => readGuards(tx, usable, now, accountId), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}

async function readGuards(
  db: Transaction,
  usable: readonly UsableConnection[],
  now: number,
  accountId: string | undefined,
): Promise<StoredGuard[]> {
  const connections = new Map(usable.map((one) => [one.id, one]))
  const guarded = await guardedAccounts(db, connections, accountId)
  const ids = guarded.map(({ account }) => account.id)
  if (ids.length === 0) return []
  // One after the other: a transaction has one connection.
  const open = await openPositions(db, ids)
  const closed = await closedResults(db, ids, 'referenceAt')
  const closedSincePeak = await closedResults(db, ids, 'peakSince')
  const unknown = await unknownOrders(db, ids)
  const numbers = await orderNumbers(db, ids)
  const sent = await sentOrders(
    db,
    guarded.map(({ account }) => account.userId),
    now,
  )
  const running = await runningSessions(db, ids)
  const practiced = await runningDrills(db, ids)
  const sales = await pendingSales(
    db,
    guarded.map(({ account }) => account),
  )
  const booked = await bookedTrades(db, ids, new Date(now - RECENT_MS))
  const cursors = await db.select().from(venueCursors).where(inArray(venueCursors.accountId, ids))
  return guarded.map(({ account, control, key }) => {
    const { id, userId, venue, accountNo, model, currency, createdAt, connectionId } = account
    const { level, limits, referenceAt, referenceResult, peakSince, peakResult } = control
    const reference =
      referenceAt !== null && referenceResult !== null ? { at: referenceAt.getTime(), result: referenceResult } : null
    const of = <Row extends { accountId: string }>(rows: readonly Row[]): Row[] =>
      rows.filter(({ accountId }) => accountId === id)
    const connection = connections.get(connectionId)
    return {
      accountId: id,
      userId,
      venue,
      model,
      currency,
      createdAt: createdAt.getTime(),
      level,
      limits: guardLimits(limits),
      reference,
      closedResult: of(closed)[0]?.result ?? 0,
      peak: peakSince && {
        since: peakSince.getTime(),
        result: peakResult,
        closedResult: of(closedSincePeak)[0]?.result ?? 0,
      },
      positions: of(open).map(heldPosition),
      unknownSince: of(unknown).map(({ sentAt, decidedAt }) => (sentAt ?? decidedAt).getTime()),
      orderNumbers: of(numbers).map(({ cid }) => cid),
      sentAt: of(sent).flatMap((row) => row.sentAt?.getTime() ?? []),
      sessions: of(running),
      sales: of(sales),
      drill: account.venue === 'paper' ? storedDrill(of(practiced)[0], userId) : null,
      connection: connection ? { ...sealed(connection), accountNo } : null,
      isRefused: key !== null && key.refusedAt !== null,
      bookedTrades: of(booked).map(({ tradeId }) => tradeId),
      cursors: Object.fromEntries(of(cursors).map(({ instrumentId, cursor }) => [instrumentId, cursor])),
    }
  })
}

/** Also those whose key was erased: they are told what nobody can do for them. */
async function guardedAccounts(
  db: Transaction,
  connections: ReadonlyMap<string, UsableConnection>,
  accountId: string | undefined,
) {
  const found = await db
    .select({ account: tradingAccounts, control: accountControl, key: exchangeKeys })
    .from(tradingAccounts)
    .innerJoin(accountControl, eq(accountControl.accountId, tradingAccounts.id))
    .innerJoin(brokerConnections, eq(brokerConnections.id, tradingAccounts.connectionId))
    .leftJoin(exchangeKeys, eq(exchangeKeys.connectionId, brokerConnections.id))
    .where(
      and(
        accountId === undefined ? undefined : eq(tradingAccounts.id, accountId),
        isNull(brokerConnections.deletedAt),
        isToBeGuarded(),
      ),
    )
  const isErased = (key: typeof exchangeKeys.$inferSelect | null): boolean =>
    key !== null && key.refusedAt !== null && key.credentials === null && key.apiKey === null
  return found.filter(
    ({ account, key }) => account.venue === 'paper' || connections.has(account.connectionId) || isErased(key),
  )
}

function openPositions(db: Transaction, ids: readonly string[]) {
  return db
    .select()
    .from(positions)
    .where(and(inArray(positions.accountId, [...ids]), eq(positions.status, 'OPEN')))
    .orderBy(positions.openTime, positions.id)
}

function unknownOrders(db: Transaction, ids: readonly string[]) {
  const { accountId, sentAt, decidedAt, state, kind } = intents
  return db
    .select({ accountId, sentAt, decidedAt })
    .from(intents)
    .where(and(inArray(accountId, [...ids]), eq(state, 'UNKNOWN'), ne(kind, 'CANCEL')))
}

function orderNumbers(db: Transaction, ids: readonly string[]) {
  const { accountId, cid, state } = intents
  return db
    .select({ accountId, cid })
    .from(intents)
    .where(and(inArray(accountId, [...ids]), inArray(state, UNFINISHED)))
}

/** By the index of a user's requests, whose ids are in the order of their times. */
function sentOrders(db: Transaction, userIds: readonly string[], now: number) {
  const { accountId, userId, id, sentAt, kind } = intents
  const first = firstId(now - SENT_WITHIN_MS)
  const isOrder = inArray(kind, ['PLACE', 'CHANGE'])
  return db
    .select({ accountId, sentAt })
    .from(intents)
    .where(and(inArray(userId, [...new Set(userIds)]), gte(id, first), isOrder, isNotNull(sentAt)))
}

function runningSessions(db: Transaction, ids: readonly string[]) {
  const { brokerAccountId: accountId, id, algorithmName, instrumentId, status } = sessions
  return db
    .select({ accountId, id, name: algorithmName, instrumentId, rowNo: sessionProgress.rowNo })
    .from(sessions)
    .leftJoin(sessionProgress, eq(sessionProgress.sessionId, id))
    .where(and(inArray(accountId, [...ids]), eq(status, 'Active')))
}

function runningDrills(db: Transaction, ids: readonly string[]) {
  return db
    .select()
    .from(drills)
    .where(and(inArray(drills.accountId, [...ids]), isNull(drills.endedAt), isNotNull(drills.startedAt)))
}

function storedDrill(row: typeof drills.$inferSelect | undefined, userId: string): StoredDrill | null {
  if (!row?.startedAt || !row.endsAt) return null
  const { id, accountId, kind, instrumentId, fall, startedAt, endsAt } = row
  const times = { startedAt: startedAt.getTime(), endsAt: endsAt.getTime() }
  return { id, accountId, userId, kind, instrumentId, fall, ...times }
}

function bookedTrades(db: Transaction, ids: readonly string[], since: Date) {
  const { accountId, tradeId, time } = fills
  return db
    .select({ accountId, tradeId })
    .from(fills)
    .innerJoin(tradingAccounts, eq(tradingAccounts.id, accountId))
    .where(and(inArray(accountId, [...ids]), ne(tradingAccounts.venue, 'paper'), gte(time, since)))
}

function heldPosition(row: typeof positions.$inferSelect): HeldPosition {
  const { id, instrumentId, direction, quantity, brokerId, openPrice, profit, unprotectedSince } = row
  return {
    id,
    instrumentId,
    direction,
    quantity,
    brokerId,
    openPrice,
    profit,
    unprotectedSince: unprotectedSince?.getTime() ?? null,
  }
}

function sealed({ id, adapter, type, urls, ...boxes }: UsableConnection): SealedConnection {
  const base64 = (name: 'credentials' | 'apiKey' | 'apiSecret' | 'guardianKey') =>
    boxes[name] === null ? {} : { [name]: Buffer.from(boxes[name]).toString('base64') }
  const own = adapter.login?.guardianHasOwnKey ? { guardianKey: null, ...base64('guardianKey') } : {}
  const keys = { ...base64('credentials'), ...base64('apiKey'), ...base64('apiSecret'), ...own }
  return { id, venueId: adapter.id, type, urls, ...keys }
}
