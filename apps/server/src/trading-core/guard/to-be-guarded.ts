import { schema } from '@tradeloom/database'
import { eq, ne, or, type SQL, sql } from 'drizzle-orm'

const { accountControl, intents, positions, sessions, tradingAccounts, venueOrders } = schema

/** Of rows of accounts: whether they have anything that could lose money, or may have. */
export function isAtRisk(): SQL | undefined {
  const { id, venue } = tradingAccounts
  return or(
    ne(venue, 'paper'),
    sql`exists (select from ${positions} where ${positions.accountId} = ${id} and ${positions.status} = 'OPEN')`,
    sql`exists (select from ${venueOrders} where ${venueOrders.accountId} = ${id}
      and ${venueOrders.status} in ('NEW', 'PARTIALLY_FILLED'))`,
    sql`exists (select from ${intents} where ${intents.accountId} = ${id}
      and ${intents.state} in ('WRITTEN', 'SENDING', 'UNKNOWN'))`,
    sql`exists (select from ${sessions} where ${sessions.brokerAccountId} = ${id} and ${sessions.status} = 'Active')`,
  )
}

/** Of rows of accounts and their control: whether a guardian watches them. */
export function isToBeGuarded(): SQL | undefined {
  return or(isAtRisk(), ne(accountControl.limits, {}), eq(accountControl.level, 'FLATTEN'))
}
