import type { GuardLimits } from '@tradeloom/domain'
import type { GuardFinding } from './guard-finding.ts'
import type { GuardedAccount } from './guarded-account.ts'

/** Judges an account at one moment; null while all is well. It keeps nothing and reads no clock. */
export type GuardRule = (account: GuardedAccount, limits: GuardLimits) => GuardFinding | null
