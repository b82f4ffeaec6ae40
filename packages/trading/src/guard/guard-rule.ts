import type { GuardLimitName, GuardLimits } from '@tradeloom/domain'
import type { GuardFinding, GuardStep } from './guard-finding.ts'
import type { GuardedAccount } from './guarded-account.ts'

export interface GuardRuleTerms {
  readonly rule: string
  /** What it measures, as people read it. */
  readonly title: string
  /** `currency`: that of the account. */
  readonly unit: 'currency' | 'orders' | 's'
  /** Where it acts: a limit that an account can have, or the same for all. */
  readonly limit: GuardLimitName | number
  /** What it asks for there. */
  readonly step: GuardStep
  /** How much of that is used; below 0 while an account has won, null before it is known. */
  readonly value: (account: GuardedAccount) => number | null
}

/** Judges an account at one moment; null while all is well. It keeps nothing and reads no clock. */
export interface GuardRule extends GuardRuleTerms {
  (account: GuardedAccount, limits: GuardLimits): GuardFinding | null
}
