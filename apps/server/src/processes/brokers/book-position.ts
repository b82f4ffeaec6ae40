import { newId, type PositionRow } from '@tradeloom/database'
import { type ListedInstrument, roundToStep, tidy } from '@tradeloom/domain'
import { closePosition, type FillCosts, receivedOf } from '@tradeloom/trading'
import type { VenueFill } from '@tradeloom/venues'

export interface PositionOwner {
  readonly id: string
  readonly accountId: string
  readonly userId: string
  readonly venue: string
  readonly sessionId: string | null
}

/** What an execution wants for its position, beyond quantity and price. Unset levels are null. */
export interface PositionTerms {
  readonly stopLoss: number | null
  readonly takeProfit: number | null
  readonly trailingStop: number | null
  /** The newest price before it. */
  readonly matchedRow: number
  /** Why it closes the position, if nobody has asked for it. */
  readonly reason: string | null
}

/** An execution with all that is needed to book it. `fee`: in the currency of the account. */
export interface BookedFill {
  readonly fill: VenueFill
  readonly listing: ListedInstrument
  readonly fee: number
  readonly terms: PositionTerms
  readonly costs: FillCosts
}

/**
 * A spot market has no positions of its own: what was bought here and not sold yet is one, of a person or of a session, at
 * its average price. Coins that were sold without having been bought here change none. `part`: what was closed while
 * something is left.
 */
export function bookPosition(
  held: PositionRow | null,
  booked: BookedFill,
  owner: PositionOwner,
): { readonly position: PositionRow | null; readonly part: PositionRow | null; readonly profit: number } {
  const { fill, listing, fee, terms, costs } = booked
  const { side, quantity, price, time } = fill
  const received = receivedOf(fill, listing)
  if (side === 'BUY') return { position: bought(held, booked, { received, owner }), part: null, profit: 0 }
  if (!held) return { position: null, part: null, profit: 0 }
  const sold = Math.min(quantity, held.quantity)
  const left = tidy(held.quantity - sold)
  const closing = {
    ...costs,
    quantity: sold,
    // Less than a step can never be sold.
    isWhole: left < Math.max(listing.lotSize, held.quantity * 1e-9),
    price,
    time: new Date(time),
    fee,
    reason: terms.reason,
    pipSize: listing.pipSize,
    rate: 1,
    partId: newId(),
  }
  return { ...closePosition(held, closing), profit: (price - held.openPrice) * sold }
}

function bought(
  held: PositionRow | null,
  booked: BookedFill,
  { received, owner }: { readonly received: number; readonly owner: PositionOwner },
): PositionRow {
  if (!held) return opened(booked, received, owner)
  const { fill, fee, costs } = booked
  const sum = tidy(held.quantity + received)
  const average = (before: number, added: number): number => (before * held.quantity + added * received) / sum
  const openPrice = average(held.openPrice, fill.price)
  return {
    ...held,
    ...addedLevels(held, booked),
    quantity: sum,
    openPrice,
    openHalfSpread: average(held.openHalfSpread, costs.halfSpread),
    openSlippage: average(held.openSlippage, costs.slippage),
    profit: held.profit - fee,
    commission: held.commission + fee,
    usedMargin: openPrice * sum,
  }
}

function opened(
  { fill: { instrumentId, price, time }, listing, fee, terms, costs }: BookedFill,
  quantity: number,
  { id, accountId, userId, venue, sessionId }: PositionOwner,
): PositionRow {
  const { stopLoss, takeProfit, trailingStop, matchedRow } = terms
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
    stopLoss: onStep(stopLoss, listing),
    takeProfit: onStep(takeProfit, listing),
    trailingStop,
    trailingBest: trailingStop === null ? null : price,
    isStopLossRejected: false,
    isTakeProfitRejected: false,
    isTrailingStopRejected: false,
    // Until the venue has it, or it is watched here.
    unprotectedSince: stopLoss === null && trailingStop === null ? null : new Date(time),
    part: 1,
    partOf: null,
    openHalfSpread: costs.halfSpread,
    openSlippage: costs.slippage,
    profit: -fee,
    pips: 0,
    spreadCost: 0,
    slippageCost: 0,
    commission: fee,
    interest: 0,
    fundingCost: 0,
    usedMargin: price * quantity,
    status: 'OPEN',
    closeReason: null,
    matchedRow,
    hiddenAt: null,
  }
}

/** The newest order says what the whole position is to have; what it leaves out stays. */
function addedLevels(held: PositionRow, { fill, listing, terms }: BookedFill): Partial<PositionRow> {
  const { stopLoss, takeProfit, trailingStop, matchedRow } = terms
  return {
    ...(stopLoss === null ? {} : { stopLoss: onStep(stopLoss, listing), isStopLossRejected: false }),
    ...(takeProfit === null ? {} : { takeProfit: onStep(takeProfit, listing), isTakeProfitRejected: false }),
    ...(trailingStop === null || trailingStop === held.trailingStop
      ? {}
      : { trailingStop, trailingBest: fill.price, matchedRow, isTrailingStopRejected: false }),
  }
}

/** Distances from a price lie between the steps of the venue. */
function onStep(level: number | null, { quoteStep }: ListedInstrument): number | null {
  return level === null || !(quoteStep > 0) ? level : roundToStep(level, quoteStep, 'nearest')
}
