import { type FillRow, type IntentRow, type PositionRow, type VenueOrderRow } from '@tradeloom/database'
import {
  type ProtectionLevel,
  type IntentEvent,
  type IntentFacts,
  isFilled,
  isProtection,
  nextIntent,
} from '@tradeloom/trading'
import type { VenueFill, VenueOrder } from '@tradeloom/venues'
import type { FillPrices } from './fill-prices.ts'

export function eventOf({ status, venueId }: VenueOrder, reason: string | null): IntentEvent {
  if (status === 'CANCELED' || status === 'EXPIRED') return { kind: 'ENDED', state: status, reason }
  return status === 'REJECTED' ? { kind: 'REFUSED', reason: reason ?? 'refused' } : { kind: 'ACCEPTED', venueId }
}

function factsOf({ state, venueId, filled, average, reason }: IntentRow, quantity: number): IntentFacts {
  return { state, quantity, venueId, filled, average, reason, tradeIds: new Set() }
}

export function withEvent(intent: IntentRow, event: IntentEvent, quantity: number): IntentRow {
  const before = factsOf(intent, quantity)
  const { state, venueId, filled, average, reason } = nextIntent(before, event)
  if (state === intent.state && venueId === intent.venueId && filled === intent.filled) return intent
  return { ...intent, state, venueId, filled, average, reason, acknowledgedAt: intent.acknowledgedAt ?? new Date() }
}

export function withFill(
  intent: IntentRow,
  { tradeId, quantity, price }: VenueFill,
  ordered: number | undefined,
): IntentRow {
  const whole = ordered ?? ('quantity' in intent.payload ? intent.payload.quantity : quantity)
  return withEvent(intent, { kind: 'FILLED', tradeId, quantity, price }, whole)
}

/** What is stated anew, without losing what is known better: an order that has ended does not work again. */
export function merged(known: VenueOrderRow, stated: VenueOrderRow): VenueOrderRow {
  const hasEnded = known.status !== 'NEW' && known.status !== 'PARTIALLY_FILLED'
  const filled = Math.max(known.filled, stated.filled)
  const status = hasEnded || stated.filled < known.filled ? known.status : stated.status
  const { quantity, limitPrice, stopPrice } = stated
  const isSame =
    filled === known.filled &&
    status === known.status &&
    quantity === known.quantity &&
    limitPrice === known.limitPrice &&
    stopPrice === known.stopPrice
  return isSame ? known : { ...known, quantity, limitPrice, stopPrice, filled, status, changedAt: stated.changedAt }
}

/** The order of a request with what is booked of it. */
export function filledOrder(
  order: VenueOrderRow,
  { filled: booked, average }: IntentRow,
  changedAt: Date,
): VenueOrderRow {
  const filled = Math.max(order.filled, booked)
  const isActive = order.status === 'NEW' || order.status === 'PARTIALLY_FILLED'
  const reached = isFilled(order.quantity, filled) ? 'FILLED' : 'PARTIALLY_FILLED'
  return { ...order, filled, average, status: isActive ? reached : order.status, changedAt }
}

export function fillRow(
  { tradeId, instrumentId, side, time, quantity, price, isMaker }: VenueFill,
  of: {
    readonly accountId: string
    readonly intent: IntentRow | null
    readonly order: VenueOrderRow | null
    readonly position: PositionRow | null
    readonly profit: number
    readonly fee: { readonly amount: number | null; readonly text: string }
    /** What its buyer got of it. */
    readonly received: number
    /** Why the position was closed, if nobody has asked for it. */
    readonly reason: string | null
    /** It is an order of the guardian, which has no request. */
    readonly isGuardian: boolean
    readonly prices: FillPrices
    /** What is not counted in it, and why; null if nothing is missing. */
    readonly lacks: string | null
  },
): FillRow {
  const { accountId, intent, order, position, profit, fee, received, reason, isGuardian, prices, lacks } = of
  const missing = fee.amount === null ? `fee of ${fee.text}` : lacks
  return {
    accountId,
    tradeId,
    intentId: intent?.id ?? null,
    positionId: position?.id ?? null,
    owner: position?.sessionId ?? intent?.sessionId ?? 'manual',
    instrumentId,
    side,
    orderType: order?.type ?? typeOf(intent),
    orderPrice: order?.limitPrice ?? order?.stopPrice ?? null,
    orderStatus: order && order.status !== 'FILLED' ? 'PARTIALLY_FILLED' : 'FILLED',
    time: new Date(time),
    quantity,
    received: received === quantity ? null : received,
    price,
    fee: fee.amount ?? 0,
    liquidity: isMaker ? 'maker' : 'taker',
    profit,
    decisionMid: prices.decisionMid,
    bid: prices.quote?.bid ?? null,
    ask: prices.quote?.ask ?? null,
    reason: missing === null ? (intent ? reason : originOf(isGuardian)) : `without its ${missing}`,
  }
}

/** Of what was not requested here. */
function originOf(isGuardian: boolean): string {
  return isGuardian ? 'closed by the guardian' : 'not placed here'
}

function typeOf(intent: IntentRow | null): VenueOrderRow['type'] {
  const payload = intent?.payload
  if (payload?.kind === 'PLACE') return payload.type
  return payload && isProtection(payload) ? protectionType(payload.guard) : 'MARKET'
}

const GUARD_TYPES = { stopLoss: 'STOP', takeProfit: 'LIMIT', trailingStop: 'TRAILING_STOP' } as const

/** A stop takes any price once it is reached; a target rests at its own. */
export function protectionType(level: ProtectionLevel): (typeof GUARD_TYPES)[ProtectionLevel] {
  return GUARD_TYPES[level]
}
