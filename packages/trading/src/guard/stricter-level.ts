import { ACCOUNT_LEVELS, type AccountLevel } from '@tradeloom/domain'

/** Of two levels that the same account is said to have. */
export function stricterLevel(one: AccountLevel, other: AccountLevel): AccountLevel {
  return ACCOUNT_LEVELS.indexOf(one) < ACCOUNT_LEVELS.indexOf(other) ? other : one
}
