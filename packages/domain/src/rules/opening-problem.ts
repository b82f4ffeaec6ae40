import type { AccountLevel } from '../account-level.ts'

export const MAX_ORDERS_PER_MINUTE = 60

export interface OpeningCircumstances {
  readonly level: AccountLevel
  /** Whether an earlier order of the instrument has no answer yet. */
  readonly isUnknown: boolean
  /** Of its account or session, before this one. */
  readonly ordersInMinute: number
}

/** Why the account takes no order that opens a position; null if it does. The same for persons and sessions. */
export function openingProblem({ level, isUnknown, ordersInMinute }: OpeningCircumstances): string | null {
  if (level !== 'ACTIVE') return `The account accepts no new positions (${level})`
  if (isUnknown) return 'It is not yet confirmed whether an earlier order of this instrument was placed'
  return ordersInMinute < MAX_ORDERS_PER_MINUTE ? null : `More than ${MAX_ORDERS_PER_MINUTE} orders in a minute`
}
