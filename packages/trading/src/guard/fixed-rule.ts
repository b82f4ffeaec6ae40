import type { GuardFinding } from './guard-finding.ts'
import type { GuardedAccount } from './guarded-account.ts'
import type { GuardRule, GuardRuleTerms } from './guard-rule.ts'

type Judge = (value: number, account: GuardedAccount) => Omit<GuardFinding, 'rule'> | null

/** A rule that acts at the same limit in all accounts. */
export function fixedRule(terms: GuardRuleTerms & { readonly limit: number }, judge: Judge): GuardRule {
  const apply = (account: GuardedAccount): GuardFinding | null => {
    const value = terms.value(account)
    const found = value === null ? null : judge(value, account)
    return found && { rule: terms.rule, ...found }
  }
  return Object.assign(apply, terms)
}
