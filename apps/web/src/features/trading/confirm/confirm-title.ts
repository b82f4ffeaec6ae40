import { formatPlain } from '../../../ui/format.ts'
import type { PendingTrade } from './confirm-state.ts'

/** What a trade does, in a few words. */
export function titleOf({ side, quantity, instrument }: Omit<PendingTrade, 'key'>): string {
  const { displaySymbol, exchangeName } = instrument
  return `${side === 'BUY' ? 'Buy' : 'Sell'} ${Number.isNaN(quantity) ? '' : `${formatPlain(quantity)} `}${displaySymbol} on ${exchangeName}`
}
