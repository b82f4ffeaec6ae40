import { createHash } from 'node:crypto'
import { isProtection } from '@tradeloom/trading'
import type { IntentRow, VenueOrderRow } from '@tradeloom/database'
import type { VenueOrder } from '@tradeloom/venues'

/** An order as its venue states it. `intent`: null for a foreign one, which is shown and never touched. */
export function venueOrderRow(
  accountId: string,
  order: VenueOrder,
  intent: IntentRow | null,
  changedAt: Date,
): VenueOrderRow {
  const { instrumentId, side, quantity, limitPrice, stopPrice, trailingDistance = null, status, filled, time } = order
  const payload = intent?.payload
  const isProtective = payload !== undefined && isProtection(payload)
  return {
    id: orderRowId(accountId, order.venueId),
    accountId,
    intentId: intent?.id ?? null,
    // Client ids of foreign orders may be used again.
    clientId: intent?.clientId ?? null,
    positionId: isProtective ? payload.positionId : null,
    isProtective,
    instrumentId,
    type: trailingDistance === null ? order.type : 'TRAILING_STOP',
    side,
    quantity,
    filled,
    average: null,
    limitPrice,
    stopPrice,
    isTriggered: false,
    isResting: false,
    timeInForce: intent?.payload.kind === 'PLACE' ? intent.payload.timeInForce : 'GTC',
    expiry: null,
    postOnly: false,
    reduceOnly: isProtective,
    stopLoss: null,
    takeProfit: null,
    trailingStop: trailingDistance,
    stopLossDistance: null,
    takeProfitDistance: null,
    status,
    reason: null,
    time: new Date(time),
    changedAt,
    matchedRow: -1,
  }
}

/** The id of the row of an order, which the venue names in its own way: the same each time. */
export function orderRowId(accountId: string, venueId: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([accountId, venueId]))
    .digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
