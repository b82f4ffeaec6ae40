import { newId, type PositionRow } from '@tradeloom/database'
import { type AccountModel, type ListedInstrument, plus, roundToStep, tidy, times } from '@tradeloom/domain'
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
  /** Of the account. */
  readonly model: AccountModel
  /** Account currency per unit of quote currency. */
  readonly rate: number
  /** Of the value of a position. */
  readonly marginRate: number
  /** The position that it adds to or that its order closes, whether it is open or not; null if there is none. */
  readonly closes: string | null
}

export interface BookedPositions {
  /** The one that the execution opens, adds to, or else reduces first; null if it changes none. */
  readonly position: PositionRow | null
  /** All that it changes, as they are then. */
  readonly changed: readonly PositionRow[]
  /** What was closed of those of which something is left. */
  readonly parts: readonly PositionRow[]
  /** What it has closed of each position, by its id. */
  readonly closed: Readonly<Record<string, number>>
  /** In the currency of the account. */
  readonly profit: number
}

/**
 * What an execution does to the positions of an account. A spot market has none of its own: what was bought here and not sold
 * yet is one, of a person or of a session, at its average price, and coins that were sold without having been bought here
 * change none. `held`: those that it may concern, the likeliest first.
 */
export function bookPosition(held: readonly PositionRow[], booked: BookedFill, owner: PositionOwner): BookedPositions {
  const { fill, listing, fee, model, closes } = booked
  const { instrumentId, side, quantity, price, leg } = fill
  // Where coins are kept, a fee in them is missing; elsewhere it is paid by the balance.
  const received = model === 'spot' ? receivedOf(fill, listing) : quantity
  const { lotSize } = listing
  const onLeg = leg === undefined ? {} : { leg }
  const effects = applyFill(
    { model, positions: held },
    { instrumentId, side, quantity, received, price, fee, lotSize, positionId: closes, opensOwn: true, ...onLeg },
  )
  let made: PositionRow | null = null
  const changed: PositionRow[] = []
  const parts: PositionRow[] = []
  const closed: Record<string, number> = {}
  let profit = 0
  for (const effect of effects) {
    if (effect.do === 'reduce') {
      const { position, part } = reduced(booked, effect)
      changed.push(position)
      if (part) parts.push(part)
      closed[position.id] = effect.closed
      profit = plus(profit, times(effect.profit, booked.rate))
      continue
    }
    made = effect.do === 'add' ? added(booked, effect) : opened(booked, effect, owner)
    changed.push(made)
  }
  return { position: made ?? changed[0] ?? null, changed, parts, closed, profit }
}

type Effect<Kind> = Extract<FillEffect<PositionRow>, { do: Kind }>

function opened(
  booked: BookedFill,
  { direction, quantity, fee }: Effect<'open'>,
  { venue, ...owner }: PositionOwner,
): PositionRow {
  const { fill, listing, terms, costs } = booked
  const { instrumentId, price, time, position: named } = fill
  const { stopLoss, takeProfit, trailingStop, matchedRow } = terms
  const at = new Date(time)
  const usedMargin = marginOf(booked, quantity, price)
  const opening = { instrumentId, direction, quantity, price, time: at, fee, costs, usedMargin }
  const row = openPosition({ ...owner, id: newId(), broker: venue }, opening, {
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
  return named ? { ...row, brokerId: named.id } : row
}

/** The newest order says what the whole position is to have; what it leaves out stays. */
function added(booked: BookedFill, effect: Effect<'add'>): PositionRow {
  const { fill, listing, terms, costs } = booked
  const { position: held } = effect
  const { stopLoss, takeProfit, trailingStop, matchedRow } = terms
  return {
    ...addToPosition(held, effect, costs),
    usedMargin: marginOf(booked, effect.quantity, effect.openPrice),
    ...(stopLoss === null ? {} : { stopLoss: onStep(stopLoss, listing), isStopLossRejected: false }),
    ...(takeProfit === null ? {} : { takeProfit: onStep(takeProfit, listing), isTakeProfitRejected: false }),
    ...(trailingStop === null || trailingStop === held.trailingStop
      ? {}
      : { trailingStop, trailingBest: fill.price, matchedRow, isTrailingStopRejected: false }),
  }
}

function reduced(
  { fill: { price, time }, listing: { pipSize }, terms: { reason }, costs, rate }: BookedFill,
  { position, closed: quantity, isWhole, fee }: Effect<'reduce'>,
) {
  const closing = { ...costs, quantity, isWhole, price, time: new Date(time), fee, reason }
  return closePosition(position, { ...closing, pipSize, rate, partId: newId() })
}

/** Coins are paid in full. */
function marginOf({ model, rate, marginRate }: BookedFill, quantity: number, price: number): number {
  return model === 'spot' ? times(price, quantity) : tidy(times(price, quantity) * rate * marginRate)
}

/** Distances from a price lie between the steps of the venue. */
function onStep(level: number | null, { quoteStep }: ListedInstrument): number | null {
  return level === null || !(quoteStep > 0) ? level : roundToStep(level, quoteStep, 'nearest')
}
