import type { AccountGuard } from '@tradeloom/contracts'
import { GUARD_RULES } from '@tradeloom/trading'
import type { MeasuredRule } from '../../trading-core/guard/measured-account.ts'
import type { StoredAccountRow } from './seen-accounts.repository.ts'

/** The rules of an account as its owner reads them. `measured`: null while nobody watches it. */
export function viewGuard(
  { limits, limitsAt }: Pick<StoredAccountRow['control'], 'limits' | 'limitsAt'>,
  measured: readonly MeasuredRule[] | null,
): AccountGuard {
  const rules = GUARD_RULES.map(({ rule, title, unit, limit, step }) => {
    const found = measured?.find((one) => one.rule === rule)
    const isOfAccount = typeof limit === 'string'
    return {
      rule,
      title,
      unit,
      value: found?.value ?? null,
      limit: isOfAccount ? (limits[limit] ?? null) : limit,
      step,
      asks: found?.step ?? null,
      since: found?.since ?? null,
      limitChangedAt: isOfAccount ? (limitsAt[limit] ?? null) : null,
    }
  })
  return { isWatched: measured !== null, rules }
}
