import {
  AccountLedger,
  type AccountRow,
  type Drizzle,
  newId,
  notify,
  schema,
  type Transaction,
} from '@tradeloom/database'
import type { AccountModel } from '@tradeloom/domain'
import type { KeyRights } from '@tradeloom/venues'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { UsableConnection } from '../../trading-core/connections/usable-connections.ts'

const { accountControl, brokerConnections, exchangeKeys, positions, tradingAccounts, users } = schema

/**
 * The key is refused, or refused here. One that has opened an account is tried again, unless it `isErased`, and the owner of the
 * account is told, once.
 */
export async function refuseKey(
  db: Drizzle,
  { id, userId, adapter }: Pick<UsableConnection, 'id' | 'userId' | 'adapter'>,
  reason: string,
  isErased = false,
): Promise<void> {
  const at = new Date()
  await db.transaction(async (tx) => {
    await tx.update(brokerConnections).set({ connectionError: reason }).where(eq(brokerConnections.id, id))
    const mine = eq(exchangeKeys.connectionId, id)
    const first = await tx
      .update(exchangeKeys)
      .set({ refusedAt: at })
      .where(and(mine, isNull(exchangeKeys.refusedAt)))
      .returning({ id: exchangeKeys.connectionId })
    if (isErased) await tx.update(exchangeKeys).set({ credentials: null, apiKey: null, apiSecret: null }).where(mine)
    const [account] = await tx.select().from(tradingAccounts).where(eq(tradingAccounts.connectionId, id))
    if (first.length === 0 || !account) return
    await notify(tx, userId, {
      kind: 'key-refused',
      subject: `${adapter.displayName} refuses the key of your account`,
      body: isErased ? `${reason}. ${CUT_OFF}` : `${reason}. It is tried again and again. ${CUT_OFF}`,
      object: 'settings:exchange-api-keys',
      dedupKey: `${id}:${at.getTime()}`,
    })
  })
}

const CUT_OFF =
  'Until a key is accepted nothing can be placed, closed or canceled there, not even by the guardian, and activity there is not visible here. Stops at the exchange still work. Check the exchange itself, and the key with its list of addresses, or enter it again.'

/** Why it does not work now; it is tried again. Null: it works. */
export async function noteError(db: Drizzle, id: string, reason: string | null): Promise<void> {
  await db.update(brokerConnections).set({ connectionError: reason }).where(eq(brokerConnections.id, id))
}

/**
 * The account that a key opens, with the model in which it is kept. One that was reached with an earlier key, since deleted, goes
 * on with its history.
 */
export async function connectedAccount(
  db: Drizzle,
  { id, userId, adapter }: UsableConnection,
  { accountNo, model, isBoundToAddresses }: KeyRights,
  currency: string,
): Promise<ConnectedAccount> {
  return db.transaction(async (tx) => {
    // One connection of a user after the other.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    await tx.update(brokerConnections).set({ connectionError: null }).where(eq(brokerConnections.id, id))
    const warning = isBoundToAddresses === false ? NOT_BOUND : null
    await tx
      .update(exchangeKeys)
      .set({ lastUsedAt: new Date(), refusedAt: null, warning })
      .where(eq(exchangeKeys.connectionId, id))
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`account ${adapter.id} ${accountNo}`}))`)
    const known = await tx
      .select({
        id: tradingAccounts.id,
        model: tradingAccounts.model,
        ownerId: tradingAccounts.userId,
        connectionId: tradingAccounts.connectionId,
        deletedAt: brokerConnections.deletedAt,
        isUsable: sql<boolean>`${exchangeKeys.connectionId} is not null and ${exchangeKeys.refusedAt} is null`,
      })
      .from(tradingAccounts)
      .innerJoin(brokerConnections, eq(brokerConnections.id, tradingAccounts.connectionId))
      .leftJoin(exchangeKeys, eq(exchangeKeys.connectionId, brokerConnections.id))
      .where(and(eq(tradingAccounts.venue, adapter.id), eq(tradingAccounts.accountNo, accountNo)))
    const others = known.filter(({ connectionId }) => connectionId !== id)
    if (others.some(({ deletedAt, isUsable }) => deletedAt === null && isUsable)) throw new DoubleConnection()
    const mine = known.find(({ connectionId }) => connectionId === id)
    if (mine) {
      return { id: mine.id, model: mine.model === model ? model : await restate(tx, mine.id, { model }) }
    }
    const earlier = others.find(({ ownerId }) => ownerId === userId)
    if (!earlier)
      return { id: await addAccount(tx, { id, userId, venue: adapter.id, accountNo, model, currency }), model }
    await retire(tx, earlier.connectionId)
    return { id: earlier.id, model: await restate(tx, earlier.id, { connectionId: id, model }) }
  })
}

const NOT_BOUND = 'This key works from every address. Bind it to the address of this server at the exchange'

/** Two keys of one account, of whatever users, would be two workers on its orders. */
export class DoubleConnection extends Error {
  override readonly name = 'DoubleConnection'

  constructor() {
    super('This account is connected already, with another key')
  }
}

/** A connection whose account goes on with another one. */
async function retire(tx: Transaction, id: string): Promise<void> {
  const isOpen = and(eq(brokerConnections.id, id), isNull(brokerConnections.deletedAt))
  await tx.delete(exchangeKeys).where(eq(exchangeKeys.connectionId, id))
  await tx.update(brokerConnections).set({ deletedAt: new Date() }).where(isOpen)
}

/** What is kept in one model means something else in another. */
export class ModelChanged extends Error {
  override readonly name = 'ModelChanged'

  constructor(before: AccountModel, model: AccountModel) {
    super(
      `The account is ${model} now and was ${before}, with positions open here. Set it back, close them, and then change it`,
    )
  }
}

interface ConnectedAccount {
  readonly id: string
  readonly model: AccountModel
}

type Restated = Pick<AccountRow, 'model'> & Partial<Pick<AccountRow, 'connectionId'>>

/** Returns the model in which the account is kept: positions of another margin model stay guarded in their own. */
async function restate(tx: Transaction, accountId: string, wanted: Restated): Promise<AccountModel> {
  const ledger = await AccountLedger.open(tx, accountId)
  if (!ledger) return wanted.model
  const { model } = ledger.account
  const isOpen = and(eq(positions.accountId, accountId), eq(positions.status, 'OPEN'))
  const isHeld = wanted.model !== model && (await tx.$count(positions, isOpen)) > 0
  if (isHeld && (model === 'spot' || wanted.model === 'spot')) throw new ModelChanged(model, wanted.model)
  const changes = isHeld ? { ...wanted, model } : wanted
  // What its journal states of it is the whole row.
  if (ledger.n > 0)
    await ledger.record({ kind: 'CONNECTED', rows: [{ table: 'accounts', row: { ...ledger.account, ...changes } }] })
  else await tx.update(tradingAccounts).set(changes).where(eq(tradingAccounts.id, accountId))
  return changes.model
}

async function addAccount(
  tx: Transaction,
  account: { id: string } & Pick<AccountRow, 'userId' | 'venue' | 'accountNo' | 'model' | 'currency'>,
): Promise<string> {
  const { id: connectionId, ...terms } = account
  const id = newId()
  const amounts = { initialBalance: 0, balance: 0 }
  await tx.insert(tradingAccounts).values({ id, connectionId, ...terms, ...amounts })
  await tx.insert(accountControl).values({ accountId: id })
  return id
}

/** The connection of an account at a venue; null for paper accounts. */
export async function connectionOf(db: Drizzle, accountId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: tradingAccounts.connectionId })
    .from(tradingAccounts)
    .where(and(eq(tradingAccounts.id, accountId), ne(tradingAccounts.venue, 'paper')))
  return row?.id ?? null
}
