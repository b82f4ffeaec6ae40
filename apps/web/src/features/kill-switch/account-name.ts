import type { KillAccount } from '@tradeloom/contracts'
import { venueName } from '@tradeloom/domain'

/** As people tell their accounts from each other. */
export function accountName({ type, broker, accountNo }: Pick<KillAccount, 'type' | 'broker' | 'accountNo'>): string {
  // Its number says so.
  if (type === 'paper') return accountNo
  return `${venueName(broker)} ${accountNo}${type === 'live' ? ' LIVE' : ''}`
}
