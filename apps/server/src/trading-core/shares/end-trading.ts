import { schema, type Transaction } from '@tradeloom/database'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { cancelOpenings } from '../intents/cancel-openings.ts'

const { sessions, tradingAccounts } = schema

const NOT_SHARED = 'The account is no longer shared with its user as trader'

export interface EndTradingParts {
  /** Of the process that runs sessions. */
  readonly channel: string
  readonly installation: string
  readonly now: () => number
}

/**
 * A person trades the accounts of a connection no more: their sessions there end, and their orders that wait to open something
 * are canceled. Positions keep their stops. Call it in the transaction that takes the right away: whatever is to be sent for
 * them is refused from its commit on, because each request is compared with the rights under the lock of its account.
 */
export async function endTrading(
  tx: Transaction,
  { connectionId, userId }: { readonly connectionId: string; readonly userId: string },
  { channel, installation, now }: EndTradingParts,
): Promise<void> {
  const accounts = await tx
    .select({ id: tradingAccounts.id })
    .from(tradingAccounts)
    .where(eq(tradingAccounts.connectionId, connectionId))
    .orderBy(tradingAccounts.id)
  const ids = accounts.map(({ id }) => id)
  // Before their accounts, as whatever ends a session locks them.
  const ended = await tx
    .update(sessions)
    .set({
      status: 'Stopped',
      statusDetail: NOT_SHARED,
      stopped: new Date(now()),
      epoch: sql`${sessions.epoch} + 1`,
    })
    .where(and(inArray(sessions.brokerAccountId, ids), eq(sessions.userId, userId), eq(sessions.status, 'Active')))
    .returning({ id: sessions.id, accountId: sessions.brokerAccountId })
  for (const { id, accountId } of ended) {
    await cancelOpenings(tx, accountId, { sessionId: id }, { installation, now })
    await tx.execute(sql`select pg_notify(${channel}, ${id})`)
  }
  for (const id of ids) await cancelOpenings(tx, id, { placedBy: userId }, { installation, now })
}
