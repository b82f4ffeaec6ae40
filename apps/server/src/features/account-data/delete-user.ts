import { newId, recordAudit, schema, type Transaction, withAdministrators, type Drizzle } from '@tradeloom/database'
import { and, eq, inArray, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { lockUser } from '../../platform/auth/lock-user.ts'
import { conflict } from '../../platform/errors/app-error.ts'

const {
  algorithms,
  algorithmVersions,
  backtests,
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
  const isRunning = and(eq(sessions.userId, userId), eq(sessions.status, 'Active'))
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
export async function deleteUser(db: Drizzle, userId: string, now: number): Promise<void> {
  await withAdministrators(db, async (tx, administrators) => {
    await lockUser(tx, userId)
    if (administrators.has(userId) && administrators.size === 1) throw conflict(LAST_ADMINISTRATOR)
    const problem = await whyNotDelete(tx, userId)
    if (problem !== null) throw conflict(problem)
    await keepShared(tx, userId)
    await tx.delete(users).where(eq(users.id, userId))
    const line = { actor: null, via: 'server', action: 'account-deleted', object: userId, address: null } as const
    await recordAudit(tx, { ...line, detail: {} }, () => now)
  })
}

export const LAST_ADMINISTRATOR =
  'You are the last administrator. Please make another user an administrator first, on /admin/users'

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
