import { type Drizzle, schema } from '@tradeloom/database'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { AppError } from '../errors/app-error.ts'

const { accountControl, brokerConnections, tradingAccounts } = schema

/** Throws while an account of the user is at NO_NEW or worse: programs leave it to people and to the guardian then. */
export async function refuseTradingOfKeys(db: Drizzle, userId: string): Promise<void> {
  const [stopped] = await db
    .select({ level: accountControl.level, accountNo: tradingAccounts.accountNo })
    .from(accountControl)
    .innerJoin(tradingAccounts, eq(tradingAccounts.id, accountControl.accountId))
    .innerJoin(brokerConnections, eq(brokerConnections.id, tradingAccounts.connectionId))
    .where(
      and(eq(tradingAccounts.userId, userId), ne(accountControl.level, 'ACTIVE'), isNull(brokerConnections.deletedAt)),
    )
    .limit(1)
  if (!stopped) return
  const message = `Access keys may not trade while the account ${stopped.accountNo} is at ${stopped.level}`
  throw new AppError('forbidden', 'trading-stopped', message, { details: stopped })
}
