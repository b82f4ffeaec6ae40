import { type ListedInstrument, minus } from '@tradeloom/domain'
import type { PaidFee } from './paid-fee.ts'

/** What a buyer gets of an execution: a fee in the coin itself reduces it. */
export function receivedOf(
  { side, quantity, fee, feeCurrency }: PaidFee,
  { dealt }: Pick<ListedInstrument, 'dealt'>,
): number {
  return side === 'BUY' && feeCurrency === dealt ? minus(quantity, fee) : quantity
}
