import { type ListedInstrument, tidy } from '@tradeloom/domain'
import type { VenueFill } from '@tradeloom/venues'

/** What a buyer gets of an execution: a fee in the coin itself reduces it. */
export function receivedOf(
  { side, quantity, fee, feeCurrency }: VenueFill,
  { dealt }: Pick<ListedInstrument, 'dealt'>,
): number {
  return side === 'BUY' && feeCurrency === dealt ? tidy(quantity - fee) : quantity
}
