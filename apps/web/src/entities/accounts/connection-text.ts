import type { TradingAccount } from '@tradeloom/contracts'

/** Why nothing can be ordered on an account now; null if it can, or it is not known yet. */
export function connectionText({
  broker,
  connected,
  connectionError,
}: Pick<TradingAccount, 'broker' | 'connected' | 'connectionError'>): string | null {
  if (connectionError !== null) return `Could not connect to ${broker} - ${connectionError}`
  return connected === false ? `${broker} is not connected` : null
}
