import type { Direction } from '@tradeloom/domain'
import type { PlacePayload } from './intent-payload.ts'

/** The market order that closes a position, or a part of it. */
export function closingOrder(instrumentId: string, direction: Direction, quantity: number): PlacePayload {
  return {
    kind: 'PLACE',
    instrumentId,
    type: 'MARKET',
    side: direction === 'LONG' ? 'SELL' : 'BUY',
    quantity,
    limitPrice: null,
    stopPrice: null,
    timeInForce: 'GTC',
    expiry: null,
    postOnly: false,
    reduceOnly: true,
    stopLoss: null,
    takeProfit: null,
    trailingStop: null,
    stopLossDistance: null,
    takeProfitDistance: null,
  }
}
