import { type IntentRow, newId, type PositionRow, type VenueOrderRow } from '@tradeloom/database'
import { type GuardLevel, isGuard } from '@tradeloom/trading'
import { guardType } from './stated-rows.ts'

/** Of orders that were taken away here, so that others can come or the position can be closed. */
export const WITHDRAWN = 'replaced by Tradeloom'

const ELSEWHERE = 'canceled at the venue, and not by Tradeloom'

/** Why an order no longer guards its position, though it should; null if it does, or was never to stay. */
export function lossOf({ state, reason, payload }: IntentRow): string | null {
  if (!isGuard(payload)) return null
  // A stop is tried on its own before it is given up: its target may be to blame.
  if (state === 'REJECTED')
    return payload.guard === 'stopLoss' && payload.partnerId !== null ? null : (reason ?? 'refused')
  return state === 'CANCELED' && reason !== WITHDRAWN ? ELSEWHERE : null
}

/** The position without that level, and the order that says so. */
export function withLostGuard(
  position: PositionRow,
  lost: {
    readonly level: GuardLevel
    readonly price: number
    readonly reason: string
    readonly intentId: string | null
  },
  now: Date,
): { readonly position: PositionRow; readonly order: VenueOrderRow } {
  const { level, price, reason, intentId } = lost
  const isMeant = position[level] === price
  const flag = level === 'stopLoss' ? 'isStopLossRejected' : 'isTakeProfitRejected'
  const type = guardType(level)
  return {
    position: isMeant ? { ...position, [flag]: true } : position,
    order: {
      ...guardRow(position, now),
      intentId,
      type,
      stopPrice: type === 'STOP' ? price : null,
      limitPrice: type === 'LIMIT' ? price : null,
      status: 'REJECTED',
      reason,
    },
  }
}

const HELD_HERE = 'Held by Tradeloom'

/** The order that shows the stop which is watched here, as it changes. */
export function heldOrder(position: PositionRow, active: VenueOrderRow | null, now: Date): VenueOrderRow | null {
  const { status, trailingStop, quantity, closeReason, closePrice } = position
  if (status === 'CLOSED' || trailingStop === null) {
    if (!active) return null
    const isFilled = closeReason?.startsWith('trailing-stop') === true
    const end = isFilled
      ? ({ status: 'FILLED', filled: active.quantity, average: closePrice } as const)
      : ({ status: 'CANCELED' } as const)
    return { ...active, ...end, changedAt: now }
  }
  if (!active)
    return { ...guardRow(position, now), type: 'TRAILING_STOP', trailingStop, status: 'NEW', reason: HELD_HERE }
  const isSame = active.trailingStop === trailingStop && active.quantity === quantity
  return isSame ? null : { ...active, trailingStop, quantity, changedAt: now }
}

function guardRow({ accountId, id, instrumentId, direction, quantity, matchedRow }: PositionRow, now: Date) {
  return {
    id: newId(now.getTime()),
    accountId,
    intentId: null,
    clientId: null,
    positionId: id,
    isProtective: true,
    instrumentId,
    side: direction === 'LONG' ? 'SELL' : 'BUY',
    quantity,
    filled: 0,
    average: null,
    limitPrice: null,
    stopPrice: null,
    isTriggered: false,
    isResting: true,
    timeInForce: 'GTC',
    expiry: null,
    postOnly: false,
    reduceOnly: true,
    stopLoss: null,
    takeProfit: null,
    trailingStop: null,
    stopLossDistance: null,
    takeProfitDistance: null,
    time: now,
    changedAt: now,
    matchedRow,
  } as const
}
