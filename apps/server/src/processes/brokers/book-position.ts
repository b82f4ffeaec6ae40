import { newId, type PositionRow } from '@tradeloom/database'
import { type AccountModel, type ListedInstrument, roundToStep, times } from '@tradeloom/domain'
import {
  addToPosition,
  applyFill,
  closePosition,
  type FillCosts,
  type FillEffect,
  openPosition,
  receivedOf,
} from '@tradeloom/trading'
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

const MODEL: AccountModel = 'spot'

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
  const { fill, listing, fee } = booked
  const { instrumentId, side, quantity, price } = fill
  const received = receivedOf(fill, listing)
  const { lotSize } = listing
  const [effect] = applyFill(
    { model: MODEL, positions: held ? [held] : [] },
    { instrumentId, side, quantity, received, price, fee, lotSize, positionId: held?.id ?? null },
  )
  if (!effect) return { position: null, part: null, profit: 0 }
  if (effect.do === 'open') return { position: opened(booked, effect, owner), part: null, profit: 0 }
  if (effect.do === 'add') return { position: added(booked, effect), part: null, profit: 0 }
  return { ...reduced(booked, effect), profit: effect.profit }
}

type Effect<Kind> = Extract<FillEffect<PositionRow>, { do: Kind }>

function opened(
  { fill: { instrumentId, price, time }, listing, terms, costs }: BookedFill,
  { direction, quantity, fee }: Effect<'open'>,
  { venue, ...owner }: PositionOwner,
): PositionRow {
  const { stopLoss, takeProfit, trailingStop, matchedRow } = terms
  const at = new Date(time)
  const opening = { instrumentId, direction, quantity, price, time: at, fee, costs, usedMargin: times(price, quantity) }
  return openPosition({ ...owner, broker: venue }, opening, {
    stopLoss: onStep(stopLoss, listing),
    takeProfit: onStep(takeProfit, listing),
    trailingStop,
    trailingBest: trailingStop === null ? null : price,
    isStopLossRejected: false,
    isTakeProfitRejected: false,
    isTrailingStopRejected: false,
    // Until the venue has it, or it is watched here.
    unprotectedSince: stopLoss === null && trailingStop === null ? null : at,
    matchedRow,
  })
}

/** The newest order says what the whole position is to have; what it leaves out stays. */
function added({ fill, listing, terms, costs }: BookedFill, effect: Effect<'add'>): PositionRow {
  const { position: held } = effect
  const { stopLoss, takeProfit, trailingStop, matchedRow } = terms
  return {
    ...addToPosition(held, effect, costs),
    usedMargin: times(effect.openPrice, effect.quantity),
    ...(stopLoss === null ? {} : { stopLoss: onStep(stopLoss, listing), isStopLossRejected: false }),
    ...(takeProfit === null ? {} : { takeProfit: onStep(takeProfit, listing), isTakeProfitRejected: false }),
    ...(trailingStop === null || trailingStop === held.trailingStop
      ? {}
      : { trailingStop, trailingBest: fill.price, matchedRow, isTrailingStopRejected: false }),
  }
}

function reduced(
  { fill: { price, time }, listing: { pipSize }, terms: { reason }, costs }: BookedFill,
  { position, closed: quantity, isWhole, fee }: Effect<'reduce'>,
) {
  const closing = { ...costs, quantity, isWhole, price, time: new Date(time), fee, reason }
  return closePosition(position, { ...closing, pipSize, rate: 1, partId: newId() })
}

/** Distances from a price lie between the steps of the venue. */
function onStep(level: number | null, { quoteStep }: ListedInstrument): number | null {
  return level === null || !(quoteStep > 0) ? level : roundToStep(level, quoteStep, 'nearest')
}
