import type { GuardedAccount } from '../guarded-account.ts'
import type { GuardRule } from '../guard-rule.ts'
import { limitRule } from '../limit-rule.ts'

const WINDOW_MS = 60_000

/** Of the orders that were sent to a venue, or changed there: what was refused before is no order. */
export const orderRateRule: GuardRule = limitRule({
  rule: 'order-rate',
  title: 'Orders in a minute',
  unit: 'orders',
  limit: 'orderRate',
  step: 'NO_NEW',
  // After a clock was set back there are some of the future.
  value: ({ now, sentAt }: GuardedAccount) => sentAt.filter((at) => at <= now && now - at < WINDOW_MS).length,
  unknown: 'Orders cannot be counted',
  used: (count) => `Sent ${count} orders within a minute`,
})
