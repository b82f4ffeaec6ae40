import { schema, type Transaction } from '@tradeloom/database'
import { and, eq, isNotNull } from 'drizzle-orm'

const { connectionShares, tradingAccounts } = schema

/** Whether an account is shared with a user as trader. */
export async function isTraderOf(
  tx: Pick<Transaction, 'select'>,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
): Promise<boolean> {
  const { connectionId, userId: person, role, acceptedAt } = connectionShares
  const found = await tx
    .select({ id: connectionShares.id })
    .from(connectionShares)
    .innerJoin(tradingAccounts, eq(tradingAccounts.connectionId, connectionId))
    .where(and(eq(tradingAccounts.id, accountId), eq(person, userId), eq(role, 'trader'), isNotNull(acceptedAt)))
  return found.length > 0
}
