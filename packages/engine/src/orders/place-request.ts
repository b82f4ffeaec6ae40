import { orNull } from '../account/open-position.ts'
import type { PlaceRequest } from './trade-request.ts'
import type { WorkingOrder } from './working-order.ts'

/** An order as sent to an external venue. */
export function placeRequest(order: WorkingOrder): PlaceRequest {
  return {
    kind: 'PLACE',
    orderId: order.id,
    instrumentId: order.instrumentId,
    type: order.type,
    side: order.buy ? 'BUY' : 'SELL',
    quantity: order.quantity,
    limitPrice: orNull(order.limitPrice),
    stopPrice: orNull(order.stopPrice),
    timeInForce: order.timeInForce,
    expiry: orNull(order.expiry),
    postOnly: order.postOnly,
    reduceOnly: order.reduceOnly,
    stopLoss: orNull(order.stopLoss),
    takeProfit: orNull(order.takeProfit),
    trailingStop: orNull(order.trailingStop),
    stopLossDistance: orNull(order.stopLossDistance),
    takeProfitDistance: orNull(order.takeProfitDistance),
    closes: order.closes === 0 ? null : order.closes,
  }
}
