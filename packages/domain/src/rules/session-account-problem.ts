import type { AccountModel } from '../account-model.ts'

/**
 * Why no session can trade an account; null if one can. Where positions are held on margin at a venue, that of a script and
 * that of a person are one, or use the same margin: whose it is has not been settled.
 */
export function sessionAccountProblem({
  isPaper,
  model,
}: {
  readonly isPaper: boolean
  readonly model: AccountModel
}): string | null {
  return isPaper || model === 'spot' ? null : 'Sessions trade on paper accounts and spot accounts markets'
}
