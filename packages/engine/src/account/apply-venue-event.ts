import type {
  AcceptedEvent,
  AdjustEvent,
  EndedEvent,
  FillEvent,
  FinancingEvent,
  PositionCloseEvent,
  Price,
  Quantity,
  RefusedEvent,
  VenueEvent,
} from '@tradeloom/domain'

import { applyOrderChanges, applyStopChanges } from '../orders/apply-changes.ts'
import { lesser, NO_QUANTITY, roundToLots, wholeLots } from '../orders/lots.ts'
import type { OrderRegistry } from './order-registry.ts'
import type { WorkingOrder } from '../orders/working-order.ts'
import type { Account } from './account.ts'
import type { Booking } from './booking.ts'
import type { Fill } from '../positions/fill.ts'
import type { MarketPositions } from './market-positions.ts'
import { type OpenPosition, tidyPrice } from '../positions/open-position.ts'

/** A position that a venue's event has opened. */
export interface OpenedPosition {
  /** By which the engine names it from now on. Parts that are closed get numbers of their own from the same sequence. */
  readonly positionId: number
  readonly tradeId: string
}

export interface VenueEventContext {
  readonly account: Account
  readonly booking: Booking
  readonly registry: OrderRegistry
  readonly accounting: 'hedging' | 'netting'
  /** Takes the position that an event has opened: its number is the engine's to give. */
  readonly opened: (position: OpenedPosition) => void
  /** Writes a line into the log of the script. */
  readonly warn: (text: string) => void
}

/** Books what a venue reports. Unknown orders and positions are logged and ignored. */
export function applyVenueEvent(context: VenueEventContext, event: VenueEvent): void {
  switch (event.kind) {
    case 'ACCEPTED':
      return accept(context, event)
    case 'FILL':
      return fillOrder(context, event)
    case 'REFUSED':
      return refuse(context, event)
    case 'ENDED':
      return endOrder(context, event)
    case 'UNKNOWN':
      return doubt(context, event.orderId)
    case 'POSITION_CLOSE':
      return closePosition(context, event)
    case 'MARGIN':
      return context.warn(event.isCalled ? 'Margin call by the venue' : 'The margin call of the venue is over')
    case 'FINANCING':
      return charge(context, event)
    case 'BALANCE':
      context.account.balance = event.balance ?? context.account.balance + (event.transfer ?? 0)
      return
    case 'ADJUST':
      return adjust(context, event)
  }
}

/** The working order that an event names; null, with a line in the log, if there is none. */
function orderOf({ registry }: VenueEventContext, id: number | null, what: string): WorkingOrder | null {
  const order = id === null ? undefined : registry.find(id)
  if (!order) registry.logRejection(`${what} of order ${id}, which is not open, was ignored`)
  return order ?? null
}

/** The open position that an event names; null, with a line in the log, if there is none. */
function positionOf({ account, registry }: VenueEventContext, id: number, what: string): OpenPosition | null {
  const position = account.find(id)
  if (!position) registry.logRejection(`${what} of position ${id}, which is not open, was ignored`)
  return position ?? null
}

function accept(context: VenueEventContext, { request, orderId, positionId }: AcceptedEvent): void {
  if (positionId !== null) return acceptStops(context, positionId)
  const order = orderOf(context, orderId, 'The acceptance')
  if (!order) return
  order.isPlacing = false
  const changes = request === 'change' ? order.sentChanges?.shift() : undefined
  if (changes) {
    order.changesSent -= 1
    applyOrderChanges(order, changes)
    context.registry.placed.write(order)
  }
  context.registry.report(order)
}

function acceptStops(context: VenueEventContext, positionId: number): void {
  const position = positionOf(context, positionId, 'The changed stops')
  const changes = position?.sentChanges?.shift()
  if (!position || !changes) return
  position.changesSent -= 1
  position.refused = null
  const { bid, ask } = context.account.marketOf(position).quote
  applyStopChanges(position, changes, position.long ? bid : ask)
}

function refuse(context: VenueEventContext, { request, orderId, positionId, reason }: RefusedEvent): void {
  const { registry } = context
  if (positionId !== null) {
    const position = positionOf(context, positionId, 'The refused stops')
    if (!position) return
    if (position.sentChanges?.shift()) position.changesSent -= 1
    position.refused = reason
    return registry.logRejection(`Change of position ${position.id} refused: ${reason}`)
  }
  const order = orderOf(context, orderId, 'The refusal')
  if (!order) return
  order.isPlacing = false
  if (request === 'order') {
    freeClosing(context, order)
    return registry.reject(order, reason)
  }
  if (request === 'cancel') order.cancelsSent = Math.max(0, order.cancelsSent - 1)
  else if (order.sentChanges?.shift()) order.changesSent -= 1
  registry.logRejection(`${request === 'cancel' ? 'Cancellation' : 'Change'} of order ${order.id} refused: ${reason}`)
  registry.report(order, reason)
}

/** It is not known whether the venue has the order: until an answer comes, it counts as on its way. */
function doubt(context: VenueEventContext, orderId: number): void {
  const order = orderOf(context, orderId, 'The doubt')
  if (!order) return
  order.isPlacing = true
  context.registry.report(order)
}

function fillOrder(context: VenueEventContext, event: FillEvent): void {
  const { account, booking } = context
  const order = orderOf(context, event.orderId, 'A fill')
  if (!order) return
  // The same trade may be reported by an answer, by the stream and by a look-up.
  order.tradeIds ??= new Set()
  if (order.tradeIds.has(event.tradeId)) return
  order.tradeIds.add(event.tradeId)
  const market = account.markets[order.market] as MarketPositions
  const quantity = addFill(order, event, market.instrument.lotSize)
  const { isMaker, time } = event
  const average = tidyPrice(order.filledValue / order.filledQuantity)
  const fill = fillOf(market, event, order.buy)
  const settled = { time, price: average, isMaker }
  if (order.closes > 0) {
    booking.settle(order, settled, order.closes)
    const position = market.open.get(order.closes)
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
  const part = shareOf(fill, (quantity - closing) / quantity)
  const grown = market.open.get(order.opened)
  // What lay between two lots went with the position that is gone.
  if (!grown) order.receivedQuantity = 0
  const opening = opened(order, quantity - closing, event, market.instrument.lotSize)
  if (grown) booking.grow(order, grown, opening, part, settled)
  else if (opening > 0) {
    booking.open(order, opening, part, isMaker, account.equity(), average)
    context.opened({ positionId: order.opened, tradeId: event.tradeId })
  } else {
    booking.settle(order, settled, order.opened)
    account.charge(part.commission)
  }
}

/** Adds a fill to its order; returns what of it belongs to the order. */
function addFill(order: WorkingOrder, { quantity, price }: FillEvent, lotSize: number): Quantity {
  const left = roundToLots(order.quantity - order.filledQuantity, lotSize)
  const part = Math.min(quantity, left) as Quantity
  order.isPlacing = false
  order.filledValue += part * price
  // Less than half a lot is rounding noise.
  const isWhole = left - part < lotSize / 2
  order.filledQuantity = isWhole ? order.quantity : roundToLots(order.filledQuantity + part, lotSize)
  return part
}

/**
 * What a fill adds to the position of its order, in whole lots: a venue may take its fee out of the quantity, and what
 * then lies between two lots can never be closed. The first fill opens a position however small it is.
 */
function opened(order: WorkingOrder, left: number, { received }: FillEvent, lotSize: number): Quantity {
  const before = order.receivedQuantity
  order.receivedQuantity += received ?? left
  const lots = (sum: number): number => (sum > 0 ? Math.max(wholeLots(sum, lotSize), lotSize) : 0)
  return roundToLots(lots(order.receivedQuantity) - lots(before), lotSize)
}

/** The quantity of a fill that closes opposite positions. */
function opposite(
  { accounting }: VenueEventContext,
  order: WorkingOrder,
  { longQuantity, shortQuantity }: MarketPositions,
  quantity: Quantity,
): Quantity {
  if (accounting === 'hedging' && !order.reduceOnly) return NO_QUANTITY
  return Math.min(quantity, order.buy ? shortQuantity : longQuantity) as Quantity
}

function endOrder(context: VenueEventContext, { orderId, status, reason }: EndedEvent): void {
  const order = orderOf(context, orderId, 'The end')
  if (!order) return
  order.isPlacing = false
  freeClosing(context, order)
  context.registry.end(order, status, reason)
}

/** A position whose closing order did not fill can be closed again. */
function freeClosing({ account }: VenueEventContext, order: WorkingOrder): void {
  const position = order.closes > 0 ? account.find(order.closes) : undefined
  if (position) position.closing = false
}

function closePosition(context: VenueEventContext, event: PositionCloseEvent): void {
  const position = positionOf(context, event.positionId, 'The closing')
  if (!position) return
  const market = context.account.marketOf(position)
  // What is left is what can be closed: whole lots.
  const rest = wholeLots(Math.max(0, position.quantity - event.quantity), market.instrument.lotSize)
  const part = (position.quantity - rest) as Quantity
  if (part > 0)
    context.booking.close(
      position,
      part,
      fillOf(market, { ...event, isMaker: event.reason === 'take-profit' }, !position.long),
      event.reason,
    )
}

function charge(context: VenueEventContext, { positionId, amount, cost }: FinancingEvent): void {
  if (positionId === null) return context.account.charge(amount)
  const position = positionOf(context, positionId, 'Financing')
  if (!position) return
  if (cost === 'funding') context.account.chargeFunding(position, amount)
  else context.account.chargeSwap(position, amount)
}

/** What no fill explains: a part of the oldest positions is gone, or one has appeared. */
function adjust({ account, booking, registry, opened: tell }: VenueEventContext, event: AdjustEvent): void {
  const market = account.markets.find(({ instrument }) => instrument.id === event.instrumentId)
  if (!market) return registry.logRejection(`An adjustment of ${event.instrumentId}, which is not traded, was ignored`)
  const isLong = event.direction === 'LONG'
  const fill = fillOf(market, { ...event, isMaker: false, commission: 0 }, isLong)
  if (event.quantity > 0) {
    const { lotSize } = market.instrument
    const quantity = Math.max(wholeLots(event.quantity, lotSize), lotSize) as Quantity
    const grown = event.positionId == null ? undefined : market.open.get(event.positionId)
    if (grown?.long === isLong) return account.growPosition(grown, quantity, fill)
    return tell({ positionId: booking.adopt(market, isLong, quantity, fill, account.equity()), tradeId: event.tradeId })
  }
  let left = -event.quantity as Quantity
  for (const position of market.open.values()) {
    if (left <= 0) return
    if (position.long !== isLong) continue
    const part = lesser(left, position.quantity)
    booking.close(position, part, fill, 'external')
    left = roundToLots(left - part, market.instrument.lotSize)
  }
}

/** Its spread is that on arrival, its slippage how far behind its own side of that quote it was filled. */
function fillOf(
  { quote: seen, conversion }: MarketPositions,
  { time, price, commission, isMaker, quote }: Pick<FillEvent, 'time' | 'price' | 'commission' | 'isMaker' | 'quote'>,
  isBuy: boolean,
): Fill {
  const { bid, ask } = quote ?? seen
  const behind = isBuy ? price - ask : bid - price
  return {
    time,
    price: price as Price,
    halfSpread: (ask - bid) / 2,
    // What rested at its price waited for the market.
    slippage: quote && !isMaker ? tidyPrice(behind) : 0,
    rate: conversion.rate(seen.bid, seen.ask),
    commission,
  }
}

function shareOf(fill: Fill, share: number): Fill {
  return { ...fill, commission: fill.commission * share }
}
