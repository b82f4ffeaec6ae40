import { schema } from '@tradeloom/database'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

const { connectionShares, sessions, tradingAccounts } = schema

/** What somebody may do with an account. */
export type AccountAccess = 'owner' | 'trader' | 'viewer'

/**
 * Whether a user sees the account that a column names: it is theirs, or its connection is shared with them. Everything that
 * is read of accounts for a user is selected by this.
 */
export function isOfSeenAccount(accountId: AnyColumn, userId: string): SQL {
  return sql`${accountId} in (
    select own.id from ${tradingAccounts} own where own.user_id = ${userId}
    union all
    select shared.id from ${connectionShares} share
      join ${tradingAccounts} shared on shared.connection_id = share.connection_id
      where share.user_id = ${userId} and share.accepted_at is not null)`
}

/**
 * Of rows of sessions: whether a user sees one. Its log tells what its script does, so it is for whoever runs it, as long as
 * they see the account, and for the owner of the account.
 */
export function isSeenSession(userId: string): SQL {
  const { brokerAccountId } = sessions
  return sql`(${sessions.userId} = ${userId} and ${isOfSeenAccount(brokerAccountId, userId)} or exists (
    select from ${tradingAccounts} own where own.id = ${brokerAccountId} and own.user_id = ${userId}))`
}
