import { AccountLedger, type Drizzle, type Transaction } from '@tradeloom/database'
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
  leased: LeasedAccount,
  work: (tx: Transaction, ledger: AccountLedger) => Promise<Value>,
): Promise<Value> {
  return leased.db.transaction(async (tx) => {
    const ledger = await AccountLedger.openLeased(tx, leased)
    if (!ledger) throw new LeaseLost()
    return work(tx, ledger)
  })
}
