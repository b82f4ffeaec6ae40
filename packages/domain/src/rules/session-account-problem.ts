import type { AccountModel } from '../account-model.ts'

/**
 * Why no session can trade an account; null if one can. A netting account has one position in each market, that of a script and
 * that of a person together, with one stop: whose it is has not been settled.
 */
export function sessionAccountProblem({
  isPaper,
  model,
}: {
  readonly isPaper: boolean
  readonly model: AccountModel
}): string | null {
  return isPaper || model !== 'netting' ? null : NETTING
}

const NETTING =
  'Sessions cannot trade a netting account: their positions and yours would be one. Use a hedging account of this broker'
