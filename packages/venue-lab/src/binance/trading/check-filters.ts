import { filterFailure } from '../http/venue-error.ts'
import type { LabMarket } from '../market/lab-market.ts'
import type { LabSymbol } from '../symbol.ts'
import { times, toUnits } from '../../units.ts'
import { isMarket, isOpen, isStop, type LabOrder, type OrderDraft } from './lab-order.ts'
import { pricesOf } from './order-draft.ts'

/** Throws the venue's refusal of an order that violates a rule of its symbol. */
export function checkFilters(market: LabMarket, draft: OrderDraft, now: number): void {
  const { symbol } = market
  const average = market.averagePrice(now)
  for (const price of pricesOf(draft)) {
    checkPrice(symbol, price)
    if (average !== null) checkDistance(symbol, price, average)
  }
  if (draft.quantity > 0n) checkQuantity(symbol, draft)
  checkValue(symbol, draft, average)
}

/** Throws if an account has too many open orders of a symbol to place `drafts` more. */
export function checkOrderCount(symbol: LabSymbol, orders: readonly LabOrder[], drafts: readonly OrderDraft[]): void {
  const open = [...orders.filter((order) => order.symbol === symbol.symbol && isOpen(order)), ...drafts]
  if (open.length > symbol.maxOrders) throw filterFailure('MAX_NUM_ORDERS')
  const stops = open.filter(({ type }) => isStop(type)).length
  if (stops > symbol.maxStops && drafts.some(({ type }) => isStop(type))) throw filterFailure('MAX_NUM_ALGO_ORDERS')
}

function checkPrice({ minPrice, maxPrice, tickSize }: LabSymbol, price: bigint): void {
  const isInside = price >= toUnits(minPrice) && price <= toUnits(maxPrice)
  if (!isInside || price % toUnits(tickSize) !== 0n) throw filterFailure('PRICE_FILTER')
}

function checkDistance({ multiplierUp, multiplierDown }: LabSymbol, price: bigint, average: bigint): void {
  if (price <= times(average, toUnits(multiplierUp)) && price >= times(average, toUnits(multiplierDown))) return
  throw filterFailure('PERCENT_PRICE_BY_SIDE')
}

function checkQuantity(symbol: LabSymbol, { type, quantity }: OrderDraft): void {
  const isInside = quantity >= toUnits(symbol.minQty) && quantity <= toUnits(symbol.maxQty)
  if (!isInside || quantity % toUnits(symbol.stepSize) !== 0n) throw filterFailure('LOT_SIZE')
  if (isMarket(type) && quantity > toUnits(symbol.maxMarketQty)) throw filterFailure('MARKET_LOT_SIZE')
}

function checkValue({ minNotional, maxNotional }: LabSymbol, draft: OrderDraft, average: bigint | null): void {
  const { type, price, stopPrice, quantity, quoteQuantity } = draft
  const isAtMarket = isMarket(type)
  const at = isAtMarket ? (stopPrice > 0n ? stopPrice : average) : price
  // Without any trade the venue has no price to judge by.
  if (at === null) return
  const value = quoteQuantity > 0n ? quoteQuantity : times(at, quantity)
  if (value < toUnits(minNotional) || (!isAtMarket && value > toUnits(maxNotional))) throw filterFailure('NOTIONAL')
}
