import { fixedRule } from '../fixed-rule.ts'
import type { GuardRule } from '../guard-rule.ts'
import type { GuardedAccount, GuardedPosition } from '../guarded-account.ts'

const LIMIT_S = 10

/** Lets an account only reduce while a position lacks the stop that it is to have. */
export const unprotectedPositionRule: GuardRule = fixedRule(
  {
    rule: 'unprotected-position',
    title: 'Position without its stop',
    unit: 's',
    limit: LIMIT_S,
    step: 'REDUCE',
    value: (account) => Math.max(0, ...account.positions.map((one) => bareFor(one, account))) / 1_000,
  },
  (age, account) => {
    if (age <= LIMIT_S) return null
    const found = account.positions.find((one) => bareFor(one, account) > LIMIT_S * 1_000)
    return {
      step: 'REDUCE',
      reason: `A position of ${found?.instrumentId} has had no stop for more than ${LIMIT_S} s`,
    }
  },
)

function bareFor({ unprotectedSince }: GuardedPosition, { now }: GuardedAccount): number {
  return unprotectedSince === null ? 0 : now - unprotectedSince
}
