import { fixedRule } from '../fixed-rule.ts'
import type { GuardRule } from '../guard-rule.ts'

const LIMIT_S = 60

/** Lets an account open nothing while it is not known whether an earlier order was placed. */
export const unknownOrderRule: GuardRule = fixedRule(
  {
    rule: 'unknown-order',
    title: 'Order without an answer',
    unit: 's',
    limit: LIMIT_S,
    step: 'NO_NEW',
    value: ({ now, unknownSince }) => oldest(now, unknownSince),
  },
  (age, { now, unknownSince }) => {
    if (age <= LIMIT_S) return null
    const count = unknownSince.filter((since) => now - since > LIMIT_S * 1_000).length
    const orders = count === 1 ? 'An order has' : `${count} orders have`
    return { step: 'NO_NEW', reason: `${orders} been UNKNOWN for more than ${LIMIT_S} s` }
  },
)

function oldest(now: number, since: readonly number[]): number {
  return since.length === 0 ? 0 : (now - Math.min(...since)) / 1_000
}
