import { type Drizzle, schema } from '@tradeloom/database'
import { and, eq, ne, sql } from 'drizzle-orm'
import { isStale } from '../../platform/leases/leases.ts'

const { brokerConnections, leases, tradingAccounts } = schema

/** Whether it works where another live process, of another server, works on the account of a connection; null without one. */
export async function workElsewhere(
  db: Drizzle,
  connectionId: string,
  me: string,
): Promise<{ readonly isConnected: boolean } | null> {
  const isAlive = sql`not exists (
    select from (select ${leases.owner} as id) held left join lease_owners owner on owner.id = held.id where ${isStale})`
  const [row] = await db
    .select({ problem: brokerConnections.connectionError })
    .from(tradingAccounts)
    .innerJoin(brokerConnections, eq(brokerConnections.id, tradingAccounts.connectionId))
    .innerJoin(leases, and(eq(leases.kind, 'account'), eq(leases.key, sql`${tradingAccounts.id}::text`)))
    .where(and(eq(tradingAccounts.connectionId, connectionId), ne(leases.owner, me), isAlive))
  return row ? { isConnected: row.problem === null } : null
}
