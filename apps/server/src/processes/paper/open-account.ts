import { type Drizzle, type PositionRow, schema, type VenueOrderRow } from '@tradeloom/database'
import type { ListedInstrument } from '@tradeloom/domain'
import type { PaperBook } from '@tradeloom/engine'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { emptyBook, listedFor, paperPosition, readAccount } from './stored-account.ts'

const { intents, sessions, venueOrders } = schema

/** An account in memory: what is stored of it, and the book that matches it. */
export interface OpenAccount {
  readonly userId: string
  readonly book: PaperBook
  readonly instruments: ReadonlyMap<string, ListedInstrument>
  /** Instruments that only convert profits. */
  readonly conversions: readonly string[]
  /** Active orders and open positions, by id. */
  readonly orders: Map<string, VenueOrderRow>
  readonly positions: Map<string, PositionRow>
  /** Orders that guard positions, by position. */
  readonly guards: Map<string, VenueOrderRow[]>
  /** The sessions of orders, by order; null for a person. */
  readonly sessions: Map<string, string | null>
  /** Orders that were placed before others and are linked to them, by the later one. */
  readonly links: Map<string, string>
  /** Orders that are not in the book yet: they come after a row that was not processed. */
  waiting: VenueOrderRow[]
  /** Orders that came into the book early, because they were to be changed or canceled, and have met no price since. */
  readonly unmet: Set<string>
  /** The newest processed row, by instrument. */
  readonly cursors: Map<string, number>
  isMarginCalled: boolean
  /** A session of the account waits with each price until its orders and positions have met it. */
  readonly isLockStep: boolean
}

/** Reads what is open of an account, and `wanted`, an instrument that it is about to trade; null if there is nothing. */
export async function openAccount(
  db: Drizzle,
  accountId: string,
  wanted: string | null = null,
): Promise<OpenAccount | null> {
  const stored = await readAccount(db, accountId)
  if (!stored) return null
  const { account, positions, orders } = stored
  const ids = new Set([...positions, ...orders].map(({ instrumentId }) => instrumentId))
  if (wanted !== null) ids.add(wanted)
  if (ids.size === 0) return null
  const { traded, conversions } = await listedFor(db, ids, account.currency)
  const open: OpenAccount = {
    userId: account.userId,
    book: emptyBook(account, traded, conversions),
    instruments: new Map(traded.map((one) => [one.id, one])),
    conversions: conversions.map(({ id }) => id),
    orders: new Map(orders.map((order) => [order.id, order])),
    positions: new Map(positions.map((position) => [position.id, position])),
    guards: await guardsOf(db, positions),
    sessions: await sessionsOf(db, orders),
    links: await linksOf(db, orders),
    waiting: [...orders],
    unmet: new Set(),
    cursors: new Map(),
    isMarginCalled: account.isMarginCalled,
    isLockStep: await hasLockStep(db, accountId),
  }
  for (const position of positions) {
    open.book.restorePosition(paperPosition(position))
    const cursor = open.cursors.get(position.instrumentId) ?? Infinity
    open.cursors.set(position.instrumentId, Math.min(cursor, position.matchedRow))
  }
  return open
}

async function hasLockStep(db: Drizzle, accountId: string): Promise<boolean> {
  const wanted = and(
    eq(sessions.brokerAccountId, accountId),
    eq(sessions.status, 'Active'),
    eq(sessions.isLockStep, true),
  )
  return (await db.select({ id: sessions.id }).from(sessions).where(wanted).limit(1)).length > 0
}

async function guardsOf(db: Drizzle, positions: readonly PositionRow[]): Promise<Map<string, VenueOrderRow[]>> {
  const guards = new Map(positions.map(({ id }) => [id, [] as VenueOrderRow[]]))
  if (positions.length === 0) return guards
  const isProtection = and(inArray(venueOrders.positionId, [...guards.keys()]), eq(venueOrders.isProtective, true))
  for (const guard of await db.select().from(venueOrders).where(isProtection))
    guards.get(guard.positionId ?? '')?.push(guard)
  return guards
}

async function sessionsOf(db: Drizzle, orders: readonly VenueOrderRow[]): Promise<Map<string, string | null>> {
  const ids = orders.map(({ intentId }) => intentId).filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const found = await db
    .select({ id: intents.id, sessionId: intents.sessionId })
    .from(intents)
    .where(inArray(intents.id, ids))
  const byIntent = new Map(found.map(({ id, sessionId }) => [id, sessionId]))
  return new Map(orders.map(({ id, intentId }) => [id, byIntent.get(intentId ?? '') ?? null]))
}

/** An order has the name of its request. */
async function linksOf(db: Drizzle, orders: readonly VenueOrderRow[]): Promise<Map<string, string>> {
  const linkedTo = sql<string>`${intents.payload}->>'linkedTo'`
  const found = await db
    .select({ id: intents.id, linkedTo })
    .from(intents)
    .where(
      and(
        inArray(
          intents.id,
          orders.map(({ id }) => id),
        ),
        isNotNull(linkedTo),
      ),
    )
  return new Map(found.map((one) => [one.id, one.linkedTo]))
}

/** The order that one waits for to be in the book first. */
export function linkedFirst({ links, waiting }: OpenAccount, order: VenueOrderRow): VenueOrderRow | undefined {
  return waiting.find(({ id }) => id === links.get(order.id))
}

export function isLive(status: string): boolean {
  return status === 'OPEN' || status === 'NEW' || status === 'PARTIALLY_FILLED'
}

/** Whether something of an account waits for prices of an instrument. */
export function isMatched({ orders, positions }: OpenAccount, instrumentId: string): boolean {
  return [...orders.values(), ...positions.values()].some(
    (one) => one.instrumentId === instrumentId && isLive(one.status),
  )
}
