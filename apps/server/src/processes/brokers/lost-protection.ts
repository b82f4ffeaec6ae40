import type { IntentRow, PositionRow, VenueOrderRow } from '@tradeloom/database'
import { type ProtectionLevel, isProtection, VANISHED, WITHDRAWN } from '@tradeloom/trading'
import { protectiveOrder } from '../../trading-core/custody/protective-order.ts'
import { protectionType } from './stated-rows.ts'

const ELSEWHERE = 'canceled at the venue, and not by Tradeloom'

export const REJECTED_FLAGS = {
  stopLoss: 'isStopLossRejected',
  takeProfit: 'isTakeProfitRejected',
  trailingStop: 'isTrailingStopRejected',
} as const

/** Why an order no longer protects its position, though it should; null if it does, or was never to stay. */
export function lossOf({ state, reason, payload }: IntentRow): string | null {
  if (!isProtection(payload)) return null
  // A stop is tried on its own before it is given up: its target may be to blame.
  if (state === 'REJECTED')
    return payload.guard === 'stopLoss' && payload.partnerId !== null ? null : (reason ?? 'refused')
  // Nobody says that somebody has canceled it: another one is placed (decision 189).
  return state === 'CANCELED' && reason !== WITHDRAWN && reason !== VANISHED ? ELSEWHERE : null
}

/** The position without that level, and the order that says so. */
export function withLostProtection(
  position: PositionRow,
  lost: {
    readonly level: ProtectionLevel
    readonly price: number
    readonly reason: string
    readonly intentId: string | null
    /** It is watched here instead. */
    readonly isTaken?: boolean
  },
  now: Date,
): { readonly position: PositionRow; readonly order: VenueOrderRow } {
  const { level, price, reason, intentId, isTaken = false } = lost
  const isMeant = position[level] === price && !isTaken
  const type = protectionType(level)
  return {
    position: isMeant ? { ...position, [REJECTED_FLAGS[level]]: true } : position,
    order: {
      ...protectiveOrder(position, now),
      intentId,
      type,
      stopPrice: type === 'STOP' ? price : null,
      limitPrice: type === 'LIMIT' ? price : null,
      trailingStop: type === 'TRAILING_STOP' ? price : null,
      status: 'REJECTED',
      reason,
    },
  }
}

const HELD_HERE = 'Managed by Tradeloom'

/** Orders that are held here, and at no venue. */
export function isHeldHere({ isProtective, intentId, status }: VenueOrderRow): boolean {
  return isProtective && intentId === null && status === 'NEW'
}

/** The stop that the venue has refused, as it is watched here instead. `row`: the last price that is too old for it. */
export function heldStop(position: PositionRow, now: Date, row: number): VenueOrderRow {
  const { stopLoss } = position
  const held = { stopPrice: stopLoss, status: 'NEW', reason: HELD_HERE, matchedRow: row } as const
  return { ...protectiveOrder(position, now), type: 'STOP', ...held }
}

/** Such a stop as it changes with its position; null if it stays as it is. */
export function followedStop(
  { status, stopLoss, isStopLossRejected, quantity, closeReason, closePrice }: PositionRow,
  active: VenueOrderRow,
  now: Date,
): VenueOrderRow | null {
  const isWanted = status === 'OPEN' && isStopLossRejected && stopLoss === active.stopPrice
  if (!isWanted) return ended(active, closeReason?.startsWith('stop-loss') === true ? closePrice : null, now)
  return active.quantity === quantity ? null : { ...active, quantity, changedAt: now }
}

/** The order that shows the trailing stop which is watched here, as it changes. */
export function heldOrder(
  position: PositionRow,
  active: VenueOrderRow | null,
  { isHere, now }: { readonly isHere: boolean; readonly now: Date },
): VenueOrderRow | null {
  const { status, trailingStop, quantity, closeReason, closePrice } = position
  if (status === 'CLOSED' || trailingStop === null || !isHere) {
    if (!active) return null
    return ended(active, closeReason?.startsWith('trailing-stop') === true ? closePrice : null, now)
  }
  if (!active)
    return { ...protectiveOrder(position, now), type: 'TRAILING_STOP', trailingStop, status: 'NEW', reason: HELD_HERE }
  const isSame = active.trailingStop === trailingStop && active.quantity === quantity
  return isSame ? null : { ...active, trailingStop, quantity, changedAt: now }
}

function ended(active: VenueOrderRow, filledAt: number | null, changedAt: Date): VenueOrderRow {
  const end =
    filledAt === null
      ? ({ status: 'CANCELED' } as const)
      : ({ status: 'FILLED', filled: active.quantity, average: filledAt } as const)
  return { ...active, ...end, changedAt }
}
