import type { GuardLimitName, GuardLimits } from '@tradeloom/domain'
import type { AccountResults } from './account-results.ts'
import type { GuardFinding } from './guard-finding.ts'
import type { GuardedAccount } from './guarded-account.ts'

/** Judges an account at one moment; null while all is well. It keeps nothing and reads no clock. */
export interface GuardRule {
  (account: GuardedAccount, limits: GuardLimits): GuardFinding | null
  /** Of a rule that acts at a limit: which one, and what the account has lost as it counts. */
  readonly limit?: GuardLimitName
  readonly loss?: (results: AccountResults) => number | null
}
