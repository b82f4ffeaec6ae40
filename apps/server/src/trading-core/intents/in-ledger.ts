import { AccountLedger, type Drizzle, type Transaction } from '@tradeloom/database'
import { sql } from 'drizzle-orm'
import type { Lease } from '../../platform/leases/leases.ts'
import { LeaseLost } from './lease-lost.ts'

export interface LeasedAccount {
  readonly db: Drizzle
  readonly accountId: string
  readonly lease: Lease
  readonly now: () => number
}

/** Changes an account. Throws LeaseLost, with nothing written, if another process works on it. */
export function inLedger<Value>(
  { db, accountId, lease, now }: LeasedAccount,
  work: (tx: Transaction, ledger: AccountLedger) => Promise<Value>,
): Promise<Value> {
  return db.transaction(async (tx) => {
    if (!(await lock(tx, accountId, lease))) throw new LeaseLost()
    const ledger = await AccountLedger.ofLocked(tx, accountId, now)
    if (!ledger) throw new LeaseLost()
    return work(tx, ledger)
  })
}

/** The lease, then the account, until the transaction ends; false if the lease was taken over or released. */
async function lock(tx: Transaction, accountId: string, { kind, key, epoch }: Lease): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from leases, account_control
        where kind = ${kind} and key = ${key} and leases.epoch = ${epoch} and account_id = ${accountId} for update`,
  )
  return rows.length > 0
}
