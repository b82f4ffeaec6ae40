import { GUARD_LIMIT_NAMES, type GuardLimitName } from '@tradeloom/domain'
import type { AccountResults } from './account-results.ts'
import { RULES } from './rules.generated.ts'

/** What an account has lost, as the rule of each limit counts it; below 0 while it has won, null before that is known. */
export function accountLosses(account: AccountResults): Readonly<Record<GuardLimitName, number | null>> {
  const losses = GUARD_LIMIT_NAMES.map((name) => {
    const rule = RULES.find(({ limit }) => limit === name)
    return [name, rule?.loss?.(account) ?? null]
  })
  return Object.fromEntries(losses) as Record<GuardLimitName, number | null>
}
