import type { VenueOrderRow } from '@tradeloom/database'
import { type AccountModel, minus, plus } from '@tradeloom/domain'
import { isTrailedByVenue } from '@tradeloom/domain/orders'
import { isProtection, WITHDRAWN } from '@tradeloom/trading'
import type { OrderGateway } from '@tradeloom/venues'
import { isHeldHere } from './lost-protection.ts'
import type { PriceLog } from './price-log.ts'
import type { ProtectedPosition } from './read-custody.ts'

/** Who moves the trailing stops of an account. */
export interface TrailingParts {
  readonly gateway: Pick<OrderGateway, 'placeTrailing'>
  readonly model: AccountModel
  readonly prices: Pick<PriceLog, 'last'>
}

/** Whether the trailing stop of a position is watched here, and not moved by its venue. */
export async function isTrailedHere(
  { position, protections, orders }: ProtectedPosition,
  { gateway, model, prices }: TrailingParts,
): Promise<boolean> {
  const { trailingStop: distance, trailingBest, openPrice, direction, instrumentId } = position
  if (distance === null) return false
  if (!isTrailedByVenue({ hasTrailingStops: gateway.placeTrailing !== undefined }, model, position)) return true
  if (orders.some((order) => isHeldHere(order) && order.trailingStop === distance)) return true
  const own = protections.filter(({ payload }) => isProtection(payload) && payload.guard === 'trailingStop')
  const newest = own.findLast(({ payload }) => 'price' in payload && payload.price === distance)
  if (newest?.state === 'REJECTED') return true
  if (newest !== undefined && newest.state !== 'UNSENT' && newest.state !== 'CANCELED') return false
  // The venue counts from the price of now: a stop that has moved would go back.
  const best = bestOf(orders, direction) ?? trailingBest ?? openPrice
  const last = await prices.last(instrumentId)
  const isAhead = (one: number, other: number): boolean => (direction === 'LONG' ? one > other : one < other)
  return isAhead(best, openPrice) && (last === null || isAhead(best, direction === 'LONG' ? last.bid : last.ask))
}

/** The best price, by where the venue had the stop that it moves; null if it has not said so. */
export function bestOf(
  orders: readonly Pick<VenueOrderRow, 'type' | 'intentId' | 'stopPrice' | 'trailingStop' | 'time'>[],
  direction: 'LONG' | 'SHORT',
): number | null {
  const newest = orders
    .filter(({ type, intentId }) => type === 'TRAILING_STOP' && intentId !== null)
    .toSorted((one, other) => one.time.getTime() - other.time.getTime())
    .at(-1)
  if (newest == null || newest.stopPrice === null || newest.trailingStop === null) return null
  return direction === 'LONG'
    ? plus(newest.stopPrice, newest.trailingStop)
    : minus(newest.stopPrice, newest.trailingStop)
}

/** Whether the venue moves it, or somebody has canceled it there, which custody has to say. */
export function isAtVenue({ intentId, status, reason }: VenueOrderRow): boolean {
  if (intentId === null) return false
  return status === 'NEW' || status === 'PARTIALLY_FILLED' || (status === 'CANCELED' && reason !== WITHDRAWN)
}
