import type { Priority } from '../../wire/rate-budget.ts'
import { type AccountTerms, termsOf } from './account-terms.ts'
import type { OandaRest } from './oanda-rest.ts'
import { decimalOf, type Fields, fieldsOf, rowsOf } from './read-fields.ts'

/** Everything that an account has at one moment. */
export interface AccountDetails extends AccountTerms {
  /** Those that work. */
  readonly orders: readonly Fields[]
  /** Those that are open. */
  readonly trades: readonly Fields[]
  readonly positions: readonly Fields[]
}

export async function readDetails(rest: OandaRest, priority: Priority = 'look-up'): Promise<AccountDetails> {
  const account = fieldsOf((await rest.read('', priority))['account'])
  const { orders, trades, positions } = account
  return {
    ...termsOf(account),
    orders: rowsOf(orders),
    trades: rowsOf(trades).filter(({ currentUnits }) => decimalOf(currentUnits) !== 0),
    positions: rowsOf(positions),
  }
}
