import type { GuardRule } from '../guard-rule.ts'

const TOLERATED_MS = 60_000

/** Lets an account open nothing while it is not known whether an earlier order was placed. */
export const unknownOrderRule: GuardRule = ({ now, unknownSince }) => {
  const count = unknownSince.filter((since) => now - since > TOLERATED_MS).length
  if (count === 0) return null
  const orders = count === 1 ? 'An order has' : `${count} orders have`
  return {
    rule: 'unknown-order',
    step: 'NO_NEW',
    reason: `${orders} been UNKNOWN for more than ${TOLERATED_MS / 1000} s`,
  }
}
