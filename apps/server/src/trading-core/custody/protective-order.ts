import { newId, type PositionRow } from '@tradeloom/database'

/** What all orders have in common that protect a position: they close all of it, at a level of their own. */
export function protectiveOrder(
  { accountId, id, instrumentId, direction, quantity, matchedRow }: PositionRow,
  now: Date,
) {
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
