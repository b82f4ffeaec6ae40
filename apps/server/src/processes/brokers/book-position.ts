import type { PositionRow } from '@tradeloom/database'
import type { ListedInstrument } from '@tradeloom/domain'
import type { VenueFill } from '@tradeloom/venues'

export interface PositionOwner {
  readonly id: string
  readonly accountId: string
  readonly userId: string
  readonly venue: string
  readonly sessionId: string | null
}

/** The fee of an execution in the currency of the account; null if it was paid in a third one, for which there is no rate. */
export function feeIn(
  { fee, feeCurrency, price }: VenueFill,
  listing: Pick<ListedInstrument, 'dealt' | 'quote'> | null,
  currency: string,
): { readonly amount: number | null; readonly text: string } {
  const text = `${fee} ${feeCurrency}`
  if (fee === 0) return { amount: 0, text }
  if (feeCurrency === currency) return { amount: fee, text }
  return { amount: feeCurrency === listing?.dealt && listing.quote === currency ? fee * price : null, text }
}

/**
 * A spot market has no positions of its own: what was bought here and not sold yet is one, of a person or of a session, at
 * its average price. Coins that were sold without having been bought here change none.
 */
export function bookPosition(
  held: PositionRow | null,
  fill: VenueFill,
  listing: ListedInstrument,
  fee: number,
  owner: PositionOwner,
): { readonly position: PositionRow | null; readonly profit: number } {
  const { side, quantity, price, time } = fill
  // A fee in the coin itself reduces what is there.
  const received = fill.feeCurrency === listing.dealt ? quantity - fill.fee : quantity
  if (side === 'BUY') {
    if (!held) return { position: opened(fill, received, fee, owner), profit: 0 }
    const sum = held.quantity + received
    const openPrice = (held.openPrice * held.quantity + price * received) / sum
    const costs = { profit: held.profit - fee, commission: held.commission + fee }
    return { position: { ...held, ...costs, quantity: sum, openPrice, usedMargin: openPrice * sum }, profit: 0 }
  }
  if (!held) return { position: null, profit: 0 }
  const sold = Math.min(quantity, held.quantity)
  const profit = (price - held.openPrice) * sold
  const left = held.quantity - sold
  const booked = { ...held, profit: held.profit + profit - fee, commission: held.commission + fee }
  // Less than a step can never be sold.
  if (left >= Math.max(listing.lotSize, held.quantity * 1e-9)) {
    return { position: { ...booked, quantity: left, usedMargin: held.openPrice * left }, profit }
  }
  const closed = {
    quantity: sold,
    closePrice: price,
    closeTime: new Date(time),
    pips: Math.round(((price - held.openPrice) / listing.pipSize) * 1e6) / 1e6,
    usedMargin: 0,
    status: 'CLOSED' as const,
    unprotectedSince: null,
  }
  return { position: { ...booked, ...closed }, profit }
}

function opened(
  { instrumentId, price, time }: VenueFill,
  quantity: number,
  fee: number,
  { id, accountId, userId, venue, sessionId }: PositionOwner,
): PositionRow {
  return {
    id,
    accountId,
    userId,
    sessionId,
    brokerId: id,
    broker: venue,
    instrumentId,
    direction: 'LONG',
    quantity,
    openPrice: price,
    closePrice: null,
    openTime: new Date(time),
    closeTime: null,
    stopLoss: null,
    takeProfit: null,
    trailingStop: null,
    trailingBest: null,
    isStopLossRejected: false,
    isTakeProfitRejected: false,
    isTrailingStopRejected: false,
    unprotectedSince: null,
    profit: -fee,
    pips: 0,
    commission: fee,
    interest: 0,
    usedMargin: price * quantity,
    status: 'OPEN',
    closeReason: null,
    matchedRow: -1,
    hiddenAt: null,
  }
}
