import { type Drizzle, newId, schema } from '@tradeloom/database'
import { eq } from 'drizzle-orm'

/** A session that is said to run on an account, without anything that runs it. Returns its id. */
export async function addSession(db: Drizzle, accountId: string, instrumentId: string): Promise<string> {
  const { tradingAccounts, sessions } = schema
  const [account] = await db.select().from(tradingAccounts).where(eq(tradingAccounts.id, accountId))
  if (!account) throw new Error('There is no such account')
  const id = newId()
  await db.insert(sessions).values({
    id,
    userId: account.userId,
    algorithmName: 'Buyer',
    brokerConnectionId: account.connectionId,
    brokerAccountId: accountId,
    instrumentId,
    interval: 'M1',
    externals: {},
    initialBalance: 1_000,
    spec: {},
    specHash: '',
    engineVersion: '',
  })
  return id
}
