import { schema } from '@tradeloom/database'
import { sql } from 'drizzle-orm'

const { brokerConnections, tradingAccounts, users } = schema

/** An account at a broker, as its user states it. */
export interface AccountOfUser {
  readonly id: string
  readonly connectionId: string
}

/** The accounts of the selected user, oldest first, as one column. */
export const accountsOfUser = sql<AccountOfUser[]>`(
  select coalesce(json_agg(json_build_object('id', account.id, 'connectionId', account.connection_id)
    order by account.created_at, account.id), '[]')
  from ${tradingAccounts} account join ${brokerConnections} connection on connection.id = account.connection_id
  where account.user_id = ${users.id} and connection.deleted_at is null)`
