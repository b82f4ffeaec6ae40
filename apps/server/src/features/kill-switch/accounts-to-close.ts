import type { KillAccount } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm'

const { brokerConnections, positions, sessions, tradingAccounts, venueOrders } = schema

/** More are closed, too, and only their number is shown. */
const MAX_SHOWN = 100

/** Accounts of a user with what the switch would close: those that have anything first. */
export async function accountsToClose(db: Drizzle, userId: string): Promise<KillAccount[]> {
  const isMine = eq(tradingAccounts.userId, userId)
  const [accounts, open, orders, running] = await Promise.all([
    db
      .select({ account: tradingAccounts, type: brokerConnections.type })
      .from(tradingAccounts)
      .innerJoin(brokerConnections, eq(brokerConnections.id, tradingAccounts.connectionId))
      .where(and(isMine, isNull(brokerConnections.deletedAt)))
      .orderBy(asc(tradingAccounts.createdAt), asc(tradingAccounts.id)),
    db
      .select()
      .from(positions)
      .where(and(eq(positions.userId, userId), eq(positions.status, 'OPEN')))
      .orderBy(asc(positions.openTime), asc(positions.id)),
    db
      .select({ accountId: venueOrders.accountId, count: count() })
      .from(venueOrders)
      .innerJoin(tradingAccounts, eq(tradingAccounts.id, venueOrders.accountId))
      .where(and(isMine, inArray(venueOrders.status, ['NEW', 'PARTIALLY_FILLED'])))
      .groupBy(venueOrders.accountId),
    db
      .select({ accountId: sessions.brokerAccountId, count: count() })
      .from(sessions)
      .innerJoin(tradingAccounts, eq(tradingAccounts.id, sessions.brokerAccountId))
      .where(and(isMine, eq(sessions.status, 'Active')))
      .groupBy(sessions.brokerAccountId),
  ])
  const countOf = (rows: readonly { accountId: string | null; count: number }[], id: string): number =>
    rows.find(({ accountId }) => accountId === id)?.count ?? 0
  const found = accounts.map(({ account: { id, venue, accountNo }, type }) => {
    const held = open.filter(({ accountId }) => accountId === id)
    return {
      id,
      type,
      broker: venue,
      accountNo,
      positions: held.slice(0, MAX_SHOWN).map(({ instrumentId, direction, quantity }) => ({
        instrumentId,
        direction,
        quantity,
      })),
      positionCount: held.length,
      orderCount: countOf(orders, id),
      sessionCount: countOf(running, id),
    }
  })
  const isIdle = (one: KillAccount): number => (one.positionCount + one.orderCount + one.sessionCount > 0 ? 0 : 1)
  return found.toSorted((one, other) => isIdle(one) - isIdle(other))
}
