import type { Instrument, OrderChanges, StopChanges } from '@tradeloom/domain'

import type { OpenPosition } from '../../positions/open-position.ts'
import { applyOrderChanges, applyStopChanges, changed } from '../../orders/apply-changes.ts'
import { inLots } from '../../orders/lots.ts'
import { endedReason, levelProblem } from '../../orders/order-rules.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'
import { POST_ONLY } from './matching.ts'
import type { PricePoint, SentRequest } from './scheduled-events.ts'

/** What requests can do to the venue. */
export interface RequestContext {
  readonly instrument: Instrument
  readonly attach: (position: OpenPosition) => void
  readonly change: (order: WorkingOrder, losesPlace: boolean) => void
  readonly cancel: (order: WorkingOrder) => void
}

/** Executes a request at the current market; returns the rejection reason or null. */
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

/** An order that has ended in another way is gone, as requested; a filled one is not. */
function cancel(order: WorkingOrder, context: RequestContext): string | null {
  if (order.status === 'FILLED') return endedReason(order)
  if (order.status === 'NEW') context.cancel(order)
  return null
}

function link(orders: readonly WorkingOrder[]): string | null {
  for (const order of orders) {
    if (order.status !== 'NEW') return `order ${order.id}: ${endedReason(order)}`
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
  if (!position.isOpen) return 'it is closed already'
  const price = position.long ? point.bid : point.ask
  const problem = levelProblem(position.long, price, changed(changes.stopLoss, NaN), changed(changes.takeProfit, NaN))
  if (problem) return problem
  applyStopChanges(position, changes, price)
  context.attach(position)
  return null
}

function changeOrder(
  order: WorkingOrder,
  changes: OrderChanges,
  point: PricePoint,
  { instrument, change }: RequestContext,
): string | null {
  if (order.status !== 'NEW') return endedReason(order)
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
  // As on exchanges: a new price or a larger quantity loses the place in the queue, other changes keep it.
  const losesPlace = isLimitChanged || isStopChanged || quantity > order.quantity
  applyOrderChanges(order, changes)
  order.quantity = quantity
  change(order, losesPlace)
  return null
}
