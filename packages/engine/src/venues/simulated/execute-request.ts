import type { Instrument } from '@tradeloom/domain'

import { type OpenPosition, tidyPrice } from '../../account/open-position.ts'
import { inLots } from '../../orders/lots.ts'
import { goneBecause, levelProblem } from '../../orders/order-rules.ts'
import type { OrderChanges, StopChanges } from '../../orders/trade-request.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'
import { POST_ONLY } from './matching.ts'
import type { PricePoint, SentRequest } from './scheduled-events.ts'

/** What requests may do to the venue. */
export interface RequestContext {
  readonly instrument: Instrument
  readonly isOpen: (position: OpenPosition) => boolean
  readonly attach: (position: OpenPosition) => void
  readonly change: (order: WorkingOrder, losesPlace: boolean) => void
  readonly cancel: (order: WorkingOrder) => void
}

/** Executes a request with the market where it is; returns the rejection reason or null. */
export function executeRequest(
  { request, orders, position }: SentRequest,
  point: PricePoint,
  context: RequestContext,
): string | null {
  const [order] = orders
  switch (request.kind) {
    case 'CANCEL':
      return order ? cancel(order, context) : null
    case 'LINK':
      return link(orders)
    case 'CHANGE_ORDER':
      return order ? changeOrder(order, request.changes, point, context) : null
    case 'CHANGE_POSITION':
      return position ? changePosition(position, request.changes, point, context) : null
  }
}

/** An order that has ended otherwise meanwhile is gone, as was wished; one that was filled is not. */
function cancel(order: WorkingOrder, context: RequestContext): string | null {
  if (order.status === 'FILLED') return goneBecause(order)
  if (order.status === 'NEW') context.cancel(order)
  return null
}

function link(orders: readonly WorkingOrder[]): string | null {
  for (const order of orders) {
    if (order.status !== 'NEW') return `order ${order.id}: ${goneBecause(order)}`
    if (order.group) return `order ${order.id} belongs to a group already`
  }
  for (const order of orders) order.group = orders
  return null
}

function changePosition(
  position: OpenPosition,
  changes: StopChanges,
  point: PricePoint,
  context: RequestContext,
): string | null {
  if (!context.isOpen(position)) return 'it is closed already'
  const stopLoss = changed(changes.stopLoss, position.stopLoss)
  const takeProfit = changed(changes.takeProfit, position.takeProfit)
  const price = position.long ? point.bid : point.ask
  const problem = levelProblem(
    position.long,
    price,
    changes.stopLoss === undefined ? NaN : stopLoss,
    changes.takeProfit === undefined ? NaN : takeProfit,
  )
  if (problem) return problem
  position.stopLoss = stopLoss
  // A target that stays where it is keeps its place in the queue.
  if (takeProfit !== position.takeProfit) position.isTargetPassedOver = false
  position.takeProfit = takeProfit
  changeTrailing(position, changed(changes.trailingStop, position.trailingStop), price)
  context.attach(position)
  return null
}

/** A trailing stop that is set or changed follows from the present price on; a narrower one gives no ground. */
function changeTrailing(position: OpenPosition, distance: number, price: number): void {
  const { trailingStop, trailingLevel, long } = position
  if (distance === trailingStop) return
  const kept = distance < trailingStop ? trailingLevel + (long ? distance : -distance) : price
  position.best = long ? Math.max(price, kept) : Math.min(price, kept)
  position.trailingStop = distance
}

function changeOrder(
  order: WorkingOrder,
  changes: OrderChanges,
  point: PricePoint,
  { instrument, change }: RequestContext,
): string | null {
  if (order.status !== 'NEW') return goneBecause(order)
  const quantity = changes.quantity === undefined ? order.quantity : inLots(changes.quantity, instrument.lotSize)
  const limitPrice = changed(changes.limitPrice, order.limitPrice)
  const stopPrice = changed(changes.stopPrice, order.stopPrice)
  const isLimitChanged = changes.limitPrice !== undefined && limitPrice !== order.limitPrice
  const isStopChanged = changes.stopPrice !== undefined && stopPrice !== order.stopPrice
  if (order.isStopMet && isStopChanged) return 'the market was at its stop already'
  const stopLoss = changed(changes.stopLoss, order.stopLoss)
  const takeProfit = changed(changes.takeProfit, order.takeProfit)
  const problem = levelProblem(order.buy, limitPrice === limitPrice ? limitPrice : stopPrice, stopLoss, takeProfit)
  if (problem) return problem
  if (order.postOnly && (order.buy ? point.ask <= limitPrice : point.bid >= limitPrice)) return POST_ONLY
  // As on exchanges: another price or a larger quantity goes to the end of the queue, anything else keeps its place.
  const losesPlace = isLimitChanged || isStopChanged || quantity > order.quantity
  order.quantity = quantity
  order.limitPrice = limitPrice
  order.stopPrice = stopPrice
  if (changes.stopLoss !== undefined) order.stopLossDistance = NaN
  if (changes.takeProfit !== undefined) order.takeProfitDistance = NaN
  order.stopLoss = stopLoss
  order.takeProfit = takeProfit
  order.trailingStop = changed(changes.trailingStop, order.trailingStop)
  change(order, losesPlace)
  return null
}

function changed(value: number | null | undefined, before: number): number {
  if (value === undefined) return before
  return value === null ? NaN : tidyPrice(value)
}
