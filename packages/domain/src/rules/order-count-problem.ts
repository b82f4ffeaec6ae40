import type { ListedInstrument } from '../listed-instrument.ts'
import { ORDER_TYPES, type OrderType } from '../order.ts'

/** What counts toward the limits of a venue: orders that work, or will. */
export interface CountedOrders {
  readonly orders: number
  readonly stops: number
}

interface Terms {
  readonly type: OrderType
  readonly stopLoss: number | null
  readonly takeProfit: number | null
}

/** Why an order is one too many, with those that will guard its position; null if the venue takes it. */
export function orderCountProblem(
  terms: Terms,
  working: CountedOrders,
  { displaySymbol, exchangeName, maxOrders = Infinity, maxStops = Infinity }: ListedInstrument,
): string | null {
  const { orders, stops } = neededBy(terms)
  if (stops > 0 && working.stops + stops > maxStops)
    return `${exchangeName} takes at most ${maxStops} orders with a stop price of ${displaySymbol} at once, and ${working.stops} work already`
  if (working.orders + orders > maxOrders)
    return `${exchangeName} takes at most ${maxOrders} orders of ${displaySymbol} at once, and ${working.orders} work already`
  return null
}

/** While it waits it is one itself; then its stop and its target are. */
function neededBy({ type, stopLoss, takeProfit }: Terms): CountedOrders {
  const isWaiting = type !== 'MARKET'
  const guards = Number(stopLoss !== null) + Number(takeProfit !== null)
  const isStop = isWaiting && ORDER_TYPES[type].trigger !== null
  return { orders: Math.max(Number(isWaiting), guards), stops: Math.max(Number(isStop), Number(stopLoss !== null)) }
}
