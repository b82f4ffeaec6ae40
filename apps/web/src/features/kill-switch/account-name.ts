import type { KillAccount } from '@tradeloom/contracts'
import { venueName } from '@tradeloom/domain'

/** As people tell their accounts from each other. */
export function accountName({ type, broker, accountNo }: Pick<KillAccount, 'type' | 'broker' | 'accountNo'>): string {
  if (type === 'paper') return `Paper ${accountNo}`
  return `${venueName(broker)} ${accountNo}${type === 'live' ? ' LIVE' : ''}`
}
