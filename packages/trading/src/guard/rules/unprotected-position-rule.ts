import type { GuardRule } from '../guard-rule.ts'

const TOLERATED_MS = 10_000

/** Lets an account only reduce while a position lacks the stop that it is to have. */
export const unprotectedPositionRule: GuardRule = ({ now, positions }) => {
  const found = positions.find(
    ({ unprotectedSince }) => unprotectedSince !== null && now - unprotectedSince > TOLERATED_MS,
  )
  if (!found) return null
  const reason = `A position of ${found.instrumentId} has had no stop for more than ${TOLERATED_MS / 1000} s`
  return { rule: 'unprotected-position', step: 'REDUCE', reason }
}
