import type { ListedInstrument } from '../listed-instrument.ts'
import { ORDER_TYPES, type OrderType } from '../order.ts'

interface Count {
  readonly orders: number
  /** Those with a stop price. */
  readonly stops: number
}

/** What counts toward the limits of a venue: orders that work, or will. */
export interface CountedOrders extends Count {
  /** Of these, those that protect the position of a person: a further order with protections replaces them. */
  readonly replaceable: Count
}

const NONE: Count = { orders: 0, stops: 0 }
export const NO_ORDERS: CountedOrders = { ...NONE, replaceable: NONE }

interface Terms {
  readonly type: OrderType
  readonly stopLoss: number | null
  readonly takeProfit: number | null
}

/** Why an order is one too many, with those that will protect its position; null if the venue takes it. */
export function orderCountProblem(
  terms: Terms,
  working: CountedOrders,
  { displaySymbol, exchangeName, maxOrders = Infinity, maxStops = Infinity }: ListedInstrument,
): string | null {
  const { orders, stops } = neededBy(terms)
  const { replaceable } = working
  const replaced = terms.stopLoss === null && terms.takeProfit === null ? NONE : replaceable
  const kept = { orders: working.orders - replaced.orders, stops: working.stops - replaced.stops }
  if (stops > 0 && kept.stops + stops > maxStops)
    return `${exchangeName} takes at most ${maxStops} orders with a stop price of ${displaySymbol} at once, and ${kept.stops} work already`
  if (kept.orders + orders > maxOrders)
    return `${exchangeName} takes at most ${maxOrders} orders of ${displaySymbol} at once, and ${kept.orders} work already`
  return null
}

/** While it waits it is one itself; then its stop and its target are. */
export function neededBy(terms: Terms): Count {
  const { stopLoss, takeProfit } = terms
  const itself = ownCount(terms)
  const protections = Number(stopLoss !== null) + Number(takeProfit !== null)
  return {
    orders: Math.max(itself.orders, protections),
    stops: Math.max(itself.stops, Number(stopLoss !== null)),
  }
}

/** What an order is while it waits. */
export function ownCount({ type }: Pick<Terms, 'type'>): Count {
  const isWaiting = type !== 'MARKET'
  return { orders: Number(isWaiting), stops: Number(isWaiting && ORDER_TYPES[type].trigger !== null) }
}
