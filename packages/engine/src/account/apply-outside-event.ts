import type { Price, Quantity } from '@tradeloom/domain'

import { lesser, NO_QUANTITY } from '../orders/lots.ts'
import type { OrderRegistry } from '../orders/order-registry.ts'
import type { WorkingOrder } from '../orders/working-order.ts'
import type { OrderEndEvent, OrderFillEvent, OutsideEvent, PositionCloseEvent } from '../ports/event-queue.ts'
import type { Account } from './account.ts'
import type { Fill } from './fill.ts'
import type { Booking } from './booking.ts'
import type { MarketPositions } from './market-positions.ts'
import { tidyPrice } from './open-position.ts'

export interface OutsideContext {
  readonly account: Account
  readonly booking: Booking
  readonly registry: OrderRegistry
  readonly accounting: 'hedging' | 'netting'
}

/** Books what a venue reports. Unknown orders and positions are logged and ignored. */
export function applyOutsideEvent(context: OutsideContext, event: OutsideEvent): void {
  switch (event.kind) {
    case 'ORDER_FILL':
      return fillOrder(context, event)
    case 'ORDER_END':
      return endOrder(context, event)
    case 'POSITION_CLOSE':
      return closePosition(context, event)
    case 'BALANCE':
      context.account.balance = event.balance
  }
}

function fillOrder(context: OutsideContext, event: OrderFillEvent): void {
  const { account, booking, registry } = context
  const order = registry.find(event.orderId)
  if (!order) return registry.logRejection(`A fill of order ${event.orderId}, which is not open, was ignored`)
  const market = account.markets[order.market] as MarketPositions
  const { price, isMaker, time } = event
  const quantity = Math.min(event.quantity, order.quantity - order.filledQuantity) as Quantity
  order.filledQuantity += quantity
  order.filledValue += quantity * price
  order.isPartlyFilled = order.filledQuantity < order.quantity - market.instrument.lotSize / 2
  const average = tidyPrice(order.filledValue / order.filledQuantity)
  const fill = fillOf(market, event)
  const settled = { time, price: average, isMaker }
  const position = order.closes > 0 ? market.open.get(order.closes) : undefined
  if (order.closes > 0) {
    booking.settle(order, settled, order.closes)
    if (position) booking.close(position, lesser(quantity, position.quantity), fill, 'script')
    return
  }
  const closing = opposite(context, order, market, quantity)
  if (closing > 0) {
    booking.net(order, closing, quantity, settled, (one, part, share) =>
      booking.close(one, part, shareOf(fill, share), 'netting'),
    )
  }
  if (closing === quantity || order.reduceOnly) return
  const left = (quantity - closing) as Quantity
  booking.open(order, left, shareOf(fill, left / quantity), isMaker, account.equity(), average)
}

/** The quantity of a fill that closes opposite positions. */
function opposite(
  { accounting }: OutsideContext,
  order: WorkingOrder,
  { longQuantity, shortQuantity }: MarketPositions,
  quantity: Quantity,
): Quantity {
  if (accounting === 'hedging' && !order.reduceOnly) return NO_QUANTITY
  return Math.min(quantity, order.buy ? shortQuantity : longQuantity) as Quantity
}

function endOrder({ account, registry }: OutsideContext, { orderId, status, reason }: OrderEndEvent): void {
  const order = registry.find(orderId)
  if (!order) return registry.logRejection(`The end of order ${orderId}, which is not open, was ignored`)
  const position = order.closes > 0 ? account.find(order.closes) : undefined
  // A position whose closing order did not fill can be closed again.
  if (position) position.closing = false
  order.status = status
  order.reason = reason
  registry.publish(order)
}

function closePosition({ account, booking, registry }: OutsideContext, event: PositionCloseEvent): void {
  const position = account.find(event.positionId)
  if (!position) {
    return registry.logRejection(`The closing of position ${event.positionId}, which is not open, was ignored`)
  }
  const fill = fillOf(account.marketOf(position), event)
  booking.close(position, lesser(event.quantity as Quantity, position.quantity), fill, event.reason)
}

function fillOf(
  { quote, conversion }: MarketPositions,
  { time, price, commission }: OrderFillEvent | PositionCloseEvent,
): Fill {
  const { bid, ask } = quote
  return {
    time,
    price: price as Price,
    halfSpread: (ask - bid) / 2,
    slippage: 0,
    rate: conversion.rate(bid, ask),
    commission,
  }
}

function shareOf(fill: Fill, share: number): Fill {
  return { ...fill, commission: fill.commission * share }
}
