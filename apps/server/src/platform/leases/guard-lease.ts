import type { Transaction } from '@tradeloom/database'
import { sql } from 'drizzle-orm'
import type { LeaseName } from './leases.ts'

/** An account whose guardian has been silent for longer opens nothing. */
const SILENCE_S = 10

/** What the guardian of an account holds. */
export function guardLease(accountId: string): LeaseName {
  return { kind: 'guard', key: accountId }
}

/** Whether a guardian watches the account. */
export async function isGuarded(tx: Transaction, accountId: string): Promise<boolean> {
  const { kind, key } = guardLease(accountId)
  const { rows } = await tx.execute(
    sql`select from leases join lease_owners owner on owner.id = leases.owner
        where kind = ${kind} and key = ${key} and owner.heartbeat_at > now() - make_interval(secs => ${SILENCE_S})`,
  )
  return rows.length > 0
}
