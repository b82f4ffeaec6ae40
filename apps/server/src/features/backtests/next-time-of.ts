import { schema, type Transaction } from '@tradeloom/database'
import { eq, max, sql } from 'drizzle-orm'

const { backtests } = schema

/**
 * The time of a user's next backtest. Lists are paged by it, so no two of a user may have the same, whichever servers
 * they are started on: until the transaction ends, others of the user wait.
 */
export async function nextTimeOf(tx: Transaction, userId: string): Promise<Date> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`backtests of ${userId}`}, 0))`)
  const [newest] = await tx
    .select({ time: max(backtests.createdAt) })
    .from(backtests)
    .where(eq(backtests.userId, userId))
  return new Date(Math.max(Date.now(), (newest?.time?.getTime() ?? 0) + 1))
}
