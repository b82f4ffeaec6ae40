import {
  newId,
  notify,
  recordAudit,
  schema,
  type Transaction,
  withAdministrators,
  type Drizzle,
} from '@tradeloom/database'
import { and, eq, inArray, isNotNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { lockUser } from '../../platform/auth/lock-user.ts'
import { conflict } from '../../platform/errors/app-error.ts'
import { endTrading, type EndTradingParts } from '../../trading-core/shares/end-trading.ts'

const {
  algorithms,
  algorithmVersions,
  backtests,
  brokerConnections,
  connectionShares,
  optimizations,
  positions,
  sessions,
  tradingAccounts,
  users,
  venueOrders,
} = schema

/** Whose the shared versions of deleted users are. Nobody can register this name, or log in with it. */
const NOBODY = { username: 'deleted user', displayUsername: 'deleted user', email: 'deleted@tradeloom.invalid' }

/** Why an account cannot be deleted now; null if it can. */
export async function whyNotDelete(tx: Pick<Drizzle, '$count'>, userId: string): Promise<string | null> {
  const isOnOwn = sql`${sessions.brokerAccountId} in (select id from ${tradingAccounts} where user_id = ${userId})`
  const isRunning = and(or(eq(sessions.userId, userId), isOnOwn), eq(sessions.status, 'Active'))
  if ((await tx.$count(sessions, isRunning)) > 0) return 'A live trading session is running. Please stop it first'
  const isReal = sql`exists (select from ${tradingAccounts} account
    join ${schema.brokerConnections} connection on connection.id = account.connection_id
    where account.id = ${positions.accountId} and connection.type <> 'paper')`
  const isOpen = and(
    eq(positions.userId, userId),
    ne(positions.status, 'CLOSED'),
    or(sql`${positions.sessionId} is not null`, isReal),
  )
  if ((await tx.$count(positions, isOpen)) > 0) return 'Positions are open. Please close them first'
  const isWorking = sql`${venueOrders.accountId} in (select account.id from ${tradingAccounts} account
    join ${schema.brokerConnections} connection on connection.id = account.connection_id
    where account.user_id = ${userId} and connection.type <> 'paper')`
  const working = and(isWorking, notInArray(venueOrders.status, ['FILLED', 'CANCELED', 'REJECTED', 'EXPIRED']))
  if ((await tx.$count(venueOrders, working)) > 0) return 'Orders are working. Please cancel them first'
  return null
}

/**
 * Deletes a user and everything of theirs, unless something forbids it: throws why. Shared versions that others cloned or ran stay
 * without their owner; the journals of accounts stay with the ids of the accounts alone.
 */
export async function deleteUser(db: Drizzle, userId: string, parts: EndTradingParts): Promise<void> {
  await withAdministrators(db, async (tx, administrators) => {
    await lockUser(tx, userId)
    if (administrators.has(userId) && administrators.size === 1) throw conflict(LAST_ADMINISTRATOR)
    const problem = await whyNotDelete(tx, userId)
    if (problem !== null) throw conflict(problem)
    await keepShared(tx, userId)
    await leaveShared(tx, userId, parts)
    await tx.delete(users).where(eq(users.id, userId))
    const line = { actor: null, via: 'server', action: 'account-deleted', object: userId, address: null } as const
    await recordAudit(tx, { ...line, detail: {} }, parts.now)
  })
}

export const LAST_ADMINISTRATOR =
  'You are the last administrator. Please make another user an administrator first, on /admin/users'

/**
 * Accounts of others on which the user has traded keep what happened there: the sessions belong to their owners from now on.
 * Whoever saw the user's accounts is told that they are gone.
 */
async function leaveShared(tx: Transaction, userId: string, parts: EndTradingParts): Promise<void> {
  const of = { id: connectionShares.id, connectionId: brokerConnections.id, broker: brokerConnections.broker }
  const shares = await tx
    .select({
      ...of,
      ownerId: brokerConnections.userId,
      personId: connectionShares.userId,
      owner: users.displayUsername,
    })
    .from(connectionShares)
    .innerJoin(brokerConnections, eq(brokerConnections.id, connectionShares.connectionId))
    .innerJoin(users, eq(users.id, brokerConnections.userId))
    .where(
      and(
        isNotNull(connectionShares.acceptedAt),
        or(eq(connectionShares.userId, userId), eq(brokerConnections.userId, userId)),
      ),
    )
  const [user] = await tx.select({ name: users.displayUsername }).from(users).where(eq(users.id, userId))
  for (const { id, connectionId, ownerId, personId, owner, broker } of shares) {
    const isOwner = ownerId === userId
    const other = isOwner ? personId : ownerId
    if (!isOwner) await endTrading(tx, { connectionId, userId }, parts)
    await tx.delete(connectionShares).where(eq(connectionShares.id, id))
    const subject = isOwner
      ? `${owner} has deleted their account, and no longer shares the accounts on ${broker} with you`
      : `${user?.name ?? ''} has deleted their account, and has left your accounts on ${broker}`
    const at = parts.now()
    if (other !== null) await notify(tx, other, { kind: 'connection-shared', subject, dedupKey: id, at })
  }
  await tx.execute(sql`update ${sessions} set user_id = account.user_id from ${tradingAccounts} account
    where account.id = sessions.broker_account_id and sessions.user_id = ${userId} and account.user_id <> ${userId}`)
}

/** What others have built on does not vanish under them. */
async function keepShared(tx: Transaction, userId: string): Promise<void> {
  const own = tx.select({ id: algorithms.id }).from(algorithms).where(eq(algorithms.userId, userId))
  const usedBy = (table: typeof backtests | typeof optimizations): SQL =>
    sql`exists (select from ${table} where ${table.algorithmId} = ${algorithms.id} and ${table.userId} <> ${userId})`
  const isCloned = sql`exists (select from ${algorithms} clone where clone.cloned_from_algorithm = ${algorithms.id}
    and clone.user_id <> ${userId})`
  const isShared = sql`exists (select from ${algorithmVersions} where ${algorithmVersions.algorithmId} = ${algorithms.id}
    and ${algorithmVersions.shared})`
  const kept = await tx
    .select({ id: algorithms.id })
    .from(algorithms)
    .where(and(inArray(algorithms.id, own), isShared, or(isCloned, usedBy(backtests), usedBy(optimizations))))
  if (kept.length === 0) return
  const ids = kept.map(({ id }) => id)
  await tx
    .insert(users)
    .values({ id: newId(), name: NOBODY.displayUsername, ...NOBODY })
    .onConflictDoNothing()
  const [nobody] = await tx.select({ id: users.id }).from(users).where(eq(users.username, NOBODY.username))
  await tx.update(algorithms).set({ userId: nobody!.id, shareNew: false }).where(inArray(algorithms.id, ids))
  // Only what was shared; versions that others have run were.
  await tx
    .delete(algorithmVersions)
    .where(and(inArray(algorithmVersions.algorithmId, ids), eq(algorithmVersions.shared, false)))
}
