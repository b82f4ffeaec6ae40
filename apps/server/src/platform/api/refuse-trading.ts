import { type Drizzle, schema } from '@tradeloom/database'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { factorsOf } from '../auth/factors-of.ts'
import { AppError } from '../errors/app-error.ts'

const { accountControl, brokerConnections, tradingAccounts } = schema

/**
 * Throws while two-factor login is off, so that a password alone opens nothing that trades, and while an account of the
 * user is at NO_NEW or worse: programs leave it to people and to the guardian then.
 */
export async function refuseTradingOfKeys(db: Drizzle, userId: string): Promise<void> {
  if ((await factorsOf(db, userId)).length === 0) throw needsTwoFactor()
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

export function needsTwoFactor(): AppError {
  const message = 'A key that trades needs two-factor login: turn it on in the settings under Security'
  return new AppError('forbidden', 'two-factor-needed', message, { fields: { scopes: message } })
}
