import { AccountLedger, type Drizzle, type Transaction } from '@tradeloom/database'
import { holdLease, type Lease } from '../../platform/leases/leases.ts'
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
    if (!(await holdLease(tx, lease))) throw new LeaseLost()
    const ledger = await AccountLedger.open(tx, accountId, now)
    if (!ledger) throw new LeaseLost()
    return work(tx, ledger)
  })
}
