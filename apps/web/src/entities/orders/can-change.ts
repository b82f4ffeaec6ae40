import type { TradingOrder } from '@tradeloom/contracts'

/** Whether a person can give the order another price or quantity: it waits, and belongs to no position and no session. */
export function canChange({ status, type, isProtective, isAtBroker, sessionId }: TradingOrder): boolean {
  const isActive = status === 'NEW' || status === 'PARTIALLY_FILLED'
  return isActive && isAtBroker && !isProtective && sessionId === null && type !== 'Market' && type !== 'Trailing Stop'
}
