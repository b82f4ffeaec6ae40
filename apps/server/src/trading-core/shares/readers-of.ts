import { type Drizzle, schema } from '@tradeloom/database'
import { type SQL, sql } from 'drizzle-orm'

const { brokerConnections, connectionShares, tradingAccounts } = schema

/** Users who see an account now: its owner first. */
export function readersOfAccount(db: Drizzle, accountId: string): Promise<string[]> {
  return readersOf(db, sql`(select connection_id from ${tradingAccounts} where id = ${accountId})`)
}

/** Users who see the accounts of a connection now: its owner first. */
export function readersOfConnection(db: Drizzle, connectionId: string): Promise<string[]> {
  return readersOf(db, sql`${connectionId}`)
}

async function readersOf(db: Drizzle, connectionId: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select user_id as id from ${brokerConnections} where id = ${connectionId}
    union all
    select user_id from ${connectionShares}
      where connection_id = ${connectionId} and accepted_at is not null and user_id is not null`)
  return rows.map(({ id }) => id)
}
