import { type GuardLimitName, tidy } from '@tradeloom/domain'
import type { AccountResults } from './account-results.ts'
import type { GuardRule } from './guard-rule.ts'

const WARNING_SHARE = 0.8

export interface LimitRule {
  readonly rule: string
  readonly limit: GuardLimitName
  /** The account has lost what lies between them; null before it is known. */
  readonly between: (results: AccountResults) => readonly [from: number | null, to: number | null]
  readonly unknown: string
  /** `Lost 5 today`. */
  readonly lost: (loss: number) => string
}

/** Closes the account down when it has lost its limit, and warns before. */
export function limitRule({ rule, limit: name, between, unknown, lost }: LimitRule): GuardRule {
  const loss = (results: AccountResults): number | null => {
    const [from, to] = between(results)
    return from === null || to === null ? null : tidy(from - to)
  }
  const judge: GuardRule = (account, { [name]: limit }) => {
    // Until prices have stood for a moment the loss is not known. Missing ones are the affair of the rule of stale prices.
    const lossNow = loss(account)
    if (limit === null || lossNow === null) return null
    if (!Number.isFinite(lossNow)) return { rule, step: 'NO_NEW', reason: unknown }
    if (lossNow < limit * WARNING_SHARE) return null
    return { rule, step: lossNow >= limit ? 'FLATTEN' : 'WARN', reason: `${lost(lossNow)}, the limit is ${limit}` }
  }
  return Object.assign(judge, { limit: name, loss })
}
