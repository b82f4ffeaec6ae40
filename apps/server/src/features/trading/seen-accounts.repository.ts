import { type AccountRow, type Drizzle, schema } from '@tradeloom/database'
import { and, type AnyColumn, desc, eq, getTableColumns, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { readersOfAccount, readersOfConnection } from '../../trading-core/shares/readers-of.ts'
import { type AccountAccess, isOfSeenAccount } from '../../trading-core/shares/seen-accounts.ts'

const { accountControl, brokerConnections, connectionShares, tradingAccounts, users } = schema

export interface StoredAccountRow {
  readonly account: AccountRow
  readonly control: typeof accountControl.$inferSelect
  readonly connection: typeof brokerConnections.$inferSelect
  /** What the user who asks may do with it. */
  readonly access: AccountAccess
  /** The name of its owner. */
  readonly owner: string
}

/** Of rows of connections: the share by which a user sees one. */
function isShareOf(connectionId: AnyColumn, userId: string) {
  const { acceptedAt } = connectionShares
  return and(
    eq(connectionShares.connectionId, connectionId),
    eq(connectionShares.userId, userId),
    isNotNull(acceptedAt),
  )
}

/** Accounts and connections, each only for those who see it, and who that is. */
export class SeenAccountsRepository {
  readonly #db: Drizzle

  constructor(db: Drizzle) {
    this.#db = db
  }

  /** Those that the user sees: their own first. */
  async accounts(userId: string, accountId: string | null = null): Promise<StoredAccountRow[]> {
    const isOwn = sql<boolean>`${tradingAccounts.userId} = ${userId}`
    const { role } = connectionShares
    const rows = await this.#db
      .select({
        account: tradingAccounts,
        control: accountControl,
        connection: brokerConnections,
        isOwn,
        role,
        owner: users.displayUsername,
      })
      .from(tradingAccounts)
      .innerJoin(accountControl, eq(accountControl.accountId, tradingAccounts.id))
      .innerJoin(brokerConnections, eq(brokerConnections.id, tradingAccounts.connectionId))
      .innerJoin(users, eq(users.id, tradingAccounts.userId))
      .leftJoin(connectionShares, isShareOf(brokerConnections.id, userId))
      .where(
        and(
          isOfSeenAccount(tradingAccounts.id, userId),
          isNull(brokerConnections.deletedAt),
          accountId === null ? undefined : eq(tradingAccounts.id, accountId),
        ),
      )
      .orderBy(desc(isOwn), tradingAccounts.createdAt, tradingAccounts.id)
    return rows.map(({ isOwn: own, role: shared, ...row }) => ({
      ...row,
      access: own ? 'owner' : (shared ?? 'viewer'),
    }))
  }

  /** Those of accounts that the user sees. */
  async connections(userId: string): Promise<(typeof brokerConnections.$inferSelect)[]> {
    const isSeen = or(eq(brokerConnections.userId, userId), isNotNull(connectionShares.id))
    return this.#db
      .select(getTableColumns(brokerConnections))
      .from(brokerConnections)
      .leftJoin(connectionShares, isShareOf(brokerConnections.id, userId))
      .where(and(isSeen, isNull(brokerConnections.deletedAt)))
  }

  async paperConnections(userId: string): Promise<string[]> {
    return (await this.connections(userId)).flatMap(({ id, type }) => (type === 'paper' ? [id] : []))
  }

  readersOfAccount(accountId: string): Promise<string[]> {
    return readersOfAccount(this.#db, accountId)
  }

  readersOfConnection(connectionId: string): Promise<string[]> {
    return readersOfConnection(this.#db, connectionId)
  }
}
