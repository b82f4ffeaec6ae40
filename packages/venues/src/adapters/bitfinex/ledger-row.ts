import type { PairList } from './pair-list.ts'
import { decimalOf, type Row, textOf, wholeOf, writtenOf } from './read-json.ts'

const FUNDING = /^Position #(\d+) funding cost/
const WALLET = /on wallet (\w+)/

/** A row of the ledger: what has changed a balance. */
export function readLedgerRow(row: Row, pairs: PairList) {
  const [id, currency, wallet, time, , amount] = row
  const description = textOf(row[8])
  return {
    id: writtenOf(id),
    time: wholeOf(time),
    wallet: typeof wallet === 'string' ? wallet : (WALLET.exec(description)?.[1] ?? ''),
    currency: pairs.nameOf(textOf(currency)),
    amount: decimalOf(amount),
    description,
    /** The number of the position that has cost it; null for others. */
    position: FUNDING.exec(description)?.[1] ?? null,
  }
}
