import type { AccountLevel, GuardLimits } from '@tradeloom/domain'
import type { GuardFinding } from './guard-finding.ts'
import type { GuardedAccount } from './guarded-account.ts'
import { RULES } from './rules.generated.ts'
import { stricterLevel } from './stricter-level.ts'

export interface Judgment {
  /** The level that the account has or gets: never lower than before. */
  readonly level: AccountLevel
  /** Of all rules, warnings too. */
  readonly findings: readonly GuardFinding[]
  /** What each rule measures, by its name; null before that is known. */
  readonly values: Readonly<Record<string, number | null>>
}

/** Applies all rules to an account. Only a person lowers a level, so what it has is kept when all is well again. */
export function judgeAccount(account: GuardedAccount, limits: GuardLimits, current: AccountLevel): Judgment {
  const findings = RULES.map((rule) => rule(account, limits)).filter((finding) => finding !== null)
  const level = findings.reduce(
    (strictest, { step }) => (step === 'WARN' ? strictest : stricterLevel(strictest, step)),
    current,
  )
  const values = Object.fromEntries(RULES.map(({ rule, value }) => [rule, finite(value(account))]))
  return { level, findings, values }
}

function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null
}
