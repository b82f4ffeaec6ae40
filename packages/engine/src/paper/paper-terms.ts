import type { Millis, Price } from '@tradeloom/domain'

import { roundToLots } from '../orders/lots.ts'
import type { WorkingOrder } from '../orders/working-order.ts'
import { OpenPosition, orNull } from '../positions/open-position.ts'
import type { PaperOrder, PaperPosition } from './paper-state.ts'

/** The engine has NaN where an account has nothing. */
export function writeTerms(working: WorkingOrder, order: PaperOrder, lotSize: number): void {
  working.type = order.type
  working.time = order.time
  working.quantity = roundToLots(order.quantity, lotSize)
  working.limitPrice = orNaN(order.limitPrice) as Price
  working.stopPrice = orNaN(order.stopPrice) as Price
  working.timeInForce = order.timeInForce
  working.expiry = orNaN(order.expiry) as Millis
  working.postOnly = order.postOnly
  working.reduceOnly = order.reduceOnly
  working.stopLoss = orNaN(order.stopLoss) as Price
  working.takeProfit = orNaN(order.takeProfit) as Price
  working.trailingStop = orNaN(order.trailingStop)
  working.stopLossDistance = orNaN(order.stopLossDistance)
  working.takeProfitDistance = orNaN(order.takeProfitDistance)
  working.isStopMet = order.isTriggered
  working.keepsLimit = order.keepsLimit === true
}

/** Of the engine, as an account has stored it. */
export function openPosition(stored: PaperPosition, market: number, id: number): OpenPosition {
  const open = new OpenPosition(market, id, stored.isLong, stored.quantity, stored.openTime, stored.openPrice)
  open.commission = stored.commission
  open.swapCost = stored.interest
  open.fundingCost = stored.fundingCost
  open.stopLoss = orNaN(stored.stopLoss)
  open.takeProfit = orNaN(stored.takeProfit)
  open.trailingStop = orNaN(stored.trailingStop)
  open.best = stored.best
  return open
}

/** As an account stores it. */
export function statedPosition(
  named: Pick<PaperPosition, 'id' | 'owner' | 'instrumentId'>,
  position: OpenPosition,
): PaperPosition {
  return {
    ...named,
    isLong: position.long,
    quantity: position.quantity,
    openTime: position.openTime,
    openPrice: position.openPrice,
    stopLoss: orNull(position.stopLoss),
    takeProfit: orNull(position.takeProfit),
    trailingStop: orNull(position.trailingStop),
    best: position.best,
    commission: position.commission,
    interest: position.swapCost,
    fundingCost: position.fundingCost,
  }
}

function orNaN(value: number | null): number {
  return value ?? NaN
}
