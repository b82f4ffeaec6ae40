import type { Instrument } from '@tradeloom/domain'

import { type OpenPosition, tidyPrice } from '../../account/open-position.ts'
import type { Portfolio } from '../../account/portfolio.ts'
import type { PricePoint } from './scheduled-events.ts'
import { type OrderAck, rejection } from '../../orders/order-ack.ts'
import type { SimulatedVenue } from './simulated-venue.ts'
import { inLots } from '../../orders/lots.ts'
import { POST_ONLY } from './matching.ts'
import { goneBecause, levelProblem, quantityProblem, shown, STOPS_ON_REDUCTION } from '../../orders/order-rules.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'

const LEVELS = ['stopLoss', 'takeProfit', 'trailingStop'] as const
const ORDER_FIELDS = ['quantity', 'limitPrice', 'stopPrice'] as const

type Raw = Readonly<Record<string, unknown>>

interface Desk {
  readonly venue: SimulatedVenue
  readonly portfolio: Portfolio
  readonly instrument: Instrument
}

/**
 * Changes the stops of an open position, or prices, quantity and stops of a waiting order. What the request itself says
 * wrongly is refused at once; what the market or the other values do not allow, when it arrives.
 */
export function modify(desk: Desk, target: unknown, changes: unknown): OrderAck {
  if (typeof target !== 'object' || target === null) return rejection('modify needs a position or an order')
  if (typeof changes !== 'object' || changes === null) return rejection('modify needs the changes as an object')
  const { id, direction } = target as { id?: unknown; direction?: unknown }
  // A copy: the script may change its own before this arrives.
  const raw: Raw = { ...changes }
  const problem = changesProblem(raw, direction !== undefined)
  if (problem) return rejection(problem)
  const { venue, portfolio } = desk
  if (direction !== undefined) {
    const position = portfolio.open.get(id as number)
    if (!position) return rejection(`there is no open position ${shown(id)}`)
    const execute = (market: PricePoint) => changePosition(desk, position, raw, market)
    return venue.submit({ kind: 'CHANGE', orders: [], position, execute })
  }
  const order = venue.waiting.get(id as number)
  if (!order) return rejection(`there is no waiting order ${shown(id)}`)
  const misfit = misfitOf(order, raw, desk.instrument)
  if (misfit) return rejection(misfit)
  const execute = (market: PricePoint) => changeOrder(desk, order, raw, market)
  return venue.submit({ kind: 'CHANGE', orders: [order], position: null, execute })
}

function changePosition(
  { venue, portfolio }: Desk,
  position: OpenPosition,
  raw: Raw,
  market: PricePoint,
): string | null {
  if (!portfolio.open.has(position.id)) return 'it is closed already'
  const stopLoss = changed(raw['stopLoss'], position.stopLoss)
  const takeProfit = changed(raw['takeProfit'], position.takeProfit)
  const price = position.long ? market.bid : market.ask
  const problem = levelProblem(
    position.long,
    price,
    raw['stopLoss'] === undefined ? NaN : stopLoss,
    raw['takeProfit'] === undefined ? NaN : takeProfit,
  )
  if (problem) return problem
  position.stopLoss = stopLoss
  // A target that stays where it is keeps its place in the queue.
  if (takeProfit !== position.takeProfit) position.isTargetPassedOver = false
  position.takeProfit = takeProfit
  changeTrailing(position, changed(raw['trailingStop'], position.trailingStop), price)
  venue.fills.attach(position)
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

/** What a kind of order does not have, or no order may have. */
function misfitOf(order: WorkingOrder, raw: Raw, instrument: Instrument): string | null {
  const { type, limitPrice, stopPrice } = order
  if (raw['limitPrice'] !== undefined && limitPrice !== limitPrice) return `a ${type} order has no limitPrice to change`
  if (raw['stopPrice'] !== undefined && stopPrice !== stopPrice) return `a ${type} order has no stopPrice to change`
  if (order.reduceOnly && LEVELS.some((name) => typeof raw[name] === 'number')) return STOPS_ON_REDUCTION
  return raw['quantity'] === undefined ? null : quantityProblem(raw['quantity'] as number, instrument)
}

function changeOrder(desk: Desk, order: WorkingOrder, raw: Raw, market: PricePoint): string | null {
  const { venue, instrument } = desk
  const { lotSize } = instrument
  if (order.status !== 'NEW') return goneBecause(order)
  const quantity = raw['quantity'] === undefined ? order.quantity : inLots(raw['quantity'] as number, lotSize)
  const limitPrice = changed(raw['limitPrice'], order.limitPrice)
  const stopPrice = changed(raw['stopPrice'], order.stopPrice)
  const isLimitChanged = raw['limitPrice'] !== undefined && limitPrice !== order.limitPrice
  const isStopChanged = raw['stopPrice'] !== undefined && stopPrice !== order.stopPrice
  if (order.isStopMet && isStopChanged) return 'the market was at its stop already'
  const stopLoss = changed(raw['stopLoss'], order.stopLoss)
  const takeProfit = changed(raw['takeProfit'], order.takeProfit)
  const problem = levelProblem(order.buy, limitPrice === limitPrice ? limitPrice : stopPrice, stopLoss, takeProfit)
  if (problem) return problem
  if (order.postOnly && (order.buy ? market.ask <= limitPrice : market.bid >= limitPrice)) return POST_ONLY
  // As on exchanges: another price or a larger quantity goes to the end of the queue, anything else keeps its place.
  const losesPlace = isLimitChanged || isStopChanged || quantity > order.quantity
  order.quantity = quantity
  order.limitPrice = limitPrice
  order.stopPrice = stopPrice
  if (raw['stopLoss'] !== undefined) order.stopLossDistance = NaN
  if (raw['takeProfit'] !== undefined) order.takeProfitDistance = NaN
  order.stopLoss = stopLoss
  order.takeProfit = takeProfit
  order.trailingStop = changed(raw['trailingStop'], order.trailingStop)
  venue.change(order, losesPlace, market)
  return null
}

function changesProblem(raw: Raw, isPosition: boolean): string | null {
  for (const [name, value] of Object.entries(raw)) {
    const isLevel = LEVELS.some((known) => known === name)
    if (!isLevel && (isPosition || !ORDER_FIELDS.some((known) => known === name))) {
      return `${shown(name)} cannot be changed on ${isPosition ? 'a position' : 'an order'}`
    }
    if (value === undefined || (isLevel && value === null)) continue
    if (typeof value !== 'number' || !(value > 0) || !Number.isFinite(value)) return `${name} must be a number above 0`
  }
  return null
}

function changed(value: unknown, before: number): number {
  if (value === undefined) return before
  return typeof value === 'number' ? tidyPrice(value) : NaN
}
