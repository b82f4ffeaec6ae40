import {
  type AccountRow,
  type Drizzle,
  type PositionRow,
  readListings,
  schema,
  type VenueOrderRow,
} from '@tradeloom/database'
import type { ListedInstrument } from '@tradeloom/domain'
import { DEFAULT_MODELS, PaperBook, type PaperOrder, type PaperPosition } from '@tradeloom/engine'
import { findConversions } from '@tradeloom/market-data'
import { and, asc, eq, inArray } from 'drizzle-orm'

const { positions, tradingAccounts, venueOrders } = schema

/** What is stored of a paper account that is still open. */
export interface StoredAccount {
  readonly account: AccountRow
  readonly positions: readonly PositionRow[]
  /** Active ones, without those that guard positions, oldest first. */
  readonly orders: readonly VenueOrderRow[]
}

const ACTIVE = ['NEW', 'PARTIALLY_FILLED'] as const

/** Null if there is no such account. */
export async function readAccount(db: Drizzle, accountId: string): Promise<StoredAccount | null> {
  const [account] = await db.select().from(tradingAccounts).where(eq(tradingAccounts.id, accountId))
  if (!account) return null
  const open = await db
    .select()
    .from(positions)
    .where(and(eq(positions.accountId, accountId), eq(positions.status, 'OPEN')))
    .orderBy(asc(positions.openTime), asc(positions.id))
  const orders = await db
    .select()
    .from(venueOrders)
    .where(
      and(
        eq(venueOrders.accountId, accountId),
        inArray(venueOrders.status, [...ACTIVE]),
        eq(venueOrders.isProtective, false),
      ),
    )
    .orderBy(asc(venueOrders.matchedRow), asc(venueOrders.id))
  return { account, positions: open, orders }
}

/** Instruments, and those that convert their profits to the currency of the account. */
export async function listedFor(db: Drizzle, ids: ReadonlySet<string>, currency: string) {
  const listings = await readListings(db)
  const traded = listings.filter(({ id }) => ids.has(id))
  const source = { instrument: async (id: string) => listings.find((one) => one.id === id) ?? null }
  const found = await findConversions(source, traded, currency)
  return { traded, conversions: found.filter(({ id }) => !ids.has(id)) }
}

/** A position carries its own id as the id of the order that opened it. */
export function emptyBook(
  { currency, balance }: AccountRow,
  instruments: readonly ListedInstrument[],
  conversions: readonly ListedInstrument[],
): PaperBook {
  return new PaperBook({ currency, balance, instruments, conversions, models: DEFAULT_MODELS }, (orderId) => orderId)
}

export function paperPosition(row: PositionRow): PaperPosition {
  return {
    id: row.id,
    owner: row.sessionId,
    instrumentId: row.instrumentId,
    isLong: row.direction === 'LONG',
    quantity: row.quantity,
    openTime: row.openTime.getTime(),
    openPrice: row.openPrice,
    stopLoss: row.isStopLossRejected ? null : row.stopLoss,
    takeProfit: row.isTakeProfitRejected ? null : row.takeProfit,
    trailingStop: row.isTrailingStopRejected ? null : row.trailingStop,
    best: row.trailingBest ?? row.openPrice,
    commission: row.commission,
    interest: row.interest,
    fundingCost: row.fundingCost,
  }
}

/**
 * An order as the book takes it. Stops of a person's order are set once it is filled, so that a refused one leaves the
 * position and is shown; those of sessions open with the position, as in a backtest. So does the price of a limit: a
 * person's order fills at it, as at a venue, and that of a session at what a backtest fills it.
 */
export function paperOrder(row: VenueOrderRow, owner: string | null, linkedTo: string | null = null): PaperOrder {
  const { type } = row
  const isOfSession = owner !== null
  if (type === 'TRAILING_STOP') throw new Error('A trailing stop belongs to a position')
  return {
    id: row.id,
    owner,
    instrumentId: row.instrumentId,
    type,
    side: row.side,
    quantity: row.quantity as PaperOrder['quantity'],
    limitPrice: row.limitPrice as PaperOrder['limitPrice'],
    stopPrice: row.stopPrice as PaperOrder['stopPrice'],
    timeInForce: row.timeInForce,
    expiry: (row.expiry?.getTime() ?? null) as PaperOrder['expiry'],
    postOnly: row.postOnly,
    reduceOnly: row.reduceOnly,
    stopLoss: (isOfSession ? row.stopLoss : null) as PaperOrder['stopLoss'],
    takeProfit: (isOfSession ? row.takeProfit : null) as PaperOrder['takeProfit'],
    trailingStop: row.trailingStop,
    stopLossDistance: isOfSession ? row.stopLossDistance : null,
    takeProfitDistance: isOfSession ? row.takeProfitDistance : null,
    closes: row.positionId,
    time: row.time.getTime(),
    isResting: row.isResting,
    isTriggered: row.isTriggered,
    keepsLimit: !isOfSession,
    linkedTo,
  }
}
