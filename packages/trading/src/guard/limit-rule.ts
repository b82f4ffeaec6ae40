import { type GuardLimitName, type GuardLimits, tidy, writtenMoney, writtenQuantity } from '@tradeloom/domain'
import type { GuardFinding } from './guard-finding.ts'
import type { GuardedAccount } from './guarded-account.ts'
import type { GuardRule, GuardRuleTerms } from './guard-rule.ts'

const WARNING_SHARE = 0.8

export interface LimitRuleTerms extends GuardRuleTerms {
  readonly limit: GuardLimitName
  /** Said of a value that is not a number. */
  readonly unknown: string
  /** `Lost 5.00 today`. */
  readonly used: (value: string) => string
}

/** Acts at a limit of the account, and warns before. */
export function limitRule({ unknown, used, ...terms }: LimitRuleTerms): GuardRule {
  const { rule, limit: name, step, unit } = terms
  const value = (account: GuardedAccount): number | null => {
    const exact = terms.value(account)
    return exact === null ? null : tidy(exact)
  }
  const judge = (account: GuardedAccount, { [name]: limit }: GuardLimits): GuardFinding | null => {
    // Until prices have stood for a moment it is not known. Missing ones are the affair of the rule of stale prices.
    const now = value(account)
    if (limit === null || now === null) return null
    if (!Number.isFinite(now)) return { rule, step: 'NO_NEW', reason: unknown }
    if (now < limit * WARNING_SHARE) return null
    const written = (one: number): string =>
      unit === 'currency' ? writtenMoney(one, account.currency) : writtenQuantity(one)
    return { rule, step: now >= limit ? step : 'WARN', reason: `${used(written(now))}, the limit is ${written(limit)}` }
  }
  return Object.assign(judge, { ...terms, value })
}

/** What was lost between two results; null before both are known. */
export function lossBetween(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : from - to
}
