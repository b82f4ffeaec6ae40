import {
  cleanText,
  type Instrument,
  type Millis,
  ORDER_TYPES,
  type Pips,
  type Price,
  type Quantity,
  type TimeInForce,
  TIMES_IN_FORCE,
} from '@tradeloom/domain'
import { levelFault, quantityFault } from '@tradeloom/domain/orders'

import type { Quote } from '../market/quote.ts'
import { tidyPrice } from '../positions/open-position.ts'
import { inLots } from './lots.ts'
import type { WorkingOrder } from './working-order.ts'

/** What a script passed to `buy` or `sell`. No value in it can be trusted. */
export type GivenRequest = Readonly<Record<(typeof ORDER_FIELDS)[number], unknown>>

/** A copy of it. */
export type RawRequest = GivenRequest & {
  /** The first unknown field. */
  readonly unknown: string | null
  readonly isObject: boolean
}

export const ABOVE_ZERO = 'quantity must be a number above 0'
export const STOPS_ON_REDUCTION = 'stops do not go with reduceOnly: it opens nothing'
const TIMES = Object.keys(TIMES_IN_FORCE) as TimeInForce[]
const STOPS = ['stopLoss', 'takeProfit', 'trailingStop', 'stopLossPips', 'takeProfitPips', 'trailingStopPips'] as const
export const ORDER_FIELDS = [
  'limitPrice',
  'stopPrice',
  'stopLoss',
  'takeProfit',
  'trailingStop',
  'stopLossPips',
  'takeProfitPips',
  'trailingStopPips',
  'expiry',
  'quantity',
  'timeInForce',
  'postOnly',
  'reduceOnly',
  'tag',
] as const
/** The first name in a request that orders do not have. */
export function unknownName(given: object): string | null {
  for (const name in given) if (!isKnown(name) && Object.hasOwn(given, name)) return name
  return null
}

/** Comparing constants takes less time than looking a name up; the most frequent names come first. */
function isKnown(name: string): boolean {
  switch (name as (typeof ORDER_FIELDS)[number]) {
    case 'quantity':
    case 'stopLossPips':
    case 'takeProfitPips':
    case 'trailingStopPips':
    case 'stopLoss':
    case 'takeProfit':
    case 'trailingStop':
    case 'limitPrice':
    case 'stopPrice':
    case 'expiry':
    case 'timeInForce':
    case 'postOnly':
    case 'reduceOnly':
    case 'tag':
      return true
    default:
      return false
  }
}

/** Writes a request into its order; returns the rejection reason, or null. */
export function readOrder(order: WorkingOrder, raw: RawRequest, quote: Quote, instrument: Instrument): string | null {
  const problems: string[] = []
  if (!raw.isObject) problems.push('an order needs { quantity }')
  const prices = readPrices(raw, problems)
  let problem = problems[0] ?? null
  if (raw.unknown !== null) problem ??= `${shown(raw.unknown)} is not an order option`
  const quantity = (typeof raw.quantity === 'number' && Number.isFinite(raw.quantity) ? raw.quantity : 0) as Quantity
  order.quantity = quantity
  const { limitPrice, stopPrice } = prices
  const hasLimit = limitPrice === limitPrice
  const hasStop = stopPrice === stopPrice
  order.type = hasLimit ? (hasStop ? 'STOP_LIMIT' : 'LIMIT') : hasStop ? 'STOP' : 'MARKET'
  order.limitPrice = limitPrice
  order.stopPrice = stopPrice
  problem ??= readFlags(order, raw)
  problem ??= readTimeInForce(order, raw['timeInForce'], prices.expiry)
  problem ??= quantityProblem(quantity, instrument)
  if (problem === null) order.quantity = inLots(quantity, instrument.lotSize)
  problem ??= readStops(order, prices, instrument.pipSize)
  return problem ?? stopsProblem(order, quote)
}

/** Whether a distance is omitted or valid. */
export function isPips(value: unknown): value is Pips | undefined {
  return value === undefined || (typeof value === 'number' && value > 0 && value < Infinity)
}

/**
 * What `readOrder` does with a market order that has nothing but a quantity and stops in pips, as most have: only the
 * quantity can be wrong.
 */
export function readPlainOrder(
  order: WorkingOrder,
  quantity: number,
  stopLossPips: Pips | undefined,
  takeProfitPips: Pips | undefined,
  trailingStopPips: Pips | undefined,
  instrument: Instrument,
): string | null {
  const { lotSize, pipSize, minQuantity, maxQuantity } = instrument
  const inWholeLots = inLots(quantity, lotSize)
  // False for NaN, too.
  if (!(inWholeLots > 0 && inWholeLots >= minQuantity && inWholeLots <= maxQuantity)) {
    order.quantity = (Number.isFinite(quantity) ? quantity : 0) as Quantity
    const problem = quantityProblem(order.quantity, instrument)
    if (problem !== null) return problem
  }
  order.quantity = inWholeLots
  if (stopLossPips !== undefined) order.stopLossDistance = tidyPrice(stopLossPips) * pipSize
  if (takeProfitPips !== undefined) order.takeProfitDistance = tidyPrice(takeProfitPips) * pipSize
  if (trailingStopPips !== undefined) order.trailingStop = tidyPrice(trailingStopPips) * pipSize
  return null
}

interface Prices {
  readonly limitPrice: Price
  readonly stopPrice: Price
  readonly stopLoss: Price
  readonly takeProfit: Price
  /** A distance, in price. */
  readonly trailingStop: number
  readonly stopLossPips: Pips
  readonly takeProfitPips: Pips
  readonly trailingStopPips: Pips
  readonly expiry: Millis
}

/** The numbers of a request, NaN if absent. Each is read by name, because a loop over names is slow. */
function readPrices(raw: RawRequest, problems: string[]): Prices {
  const read: Record<keyof Prices, number> = {
    limitPrice: readAboveZero(raw.limitPrice, 'limitPrice', problems),
    stopPrice: readAboveZero(raw.stopPrice, 'stopPrice', problems),
    stopLoss: readAboveZero(raw.stopLoss, 'stopLoss', problems),
    takeProfit: readAboveZero(raw.takeProfit, 'takeProfit', problems),
    trailingStop: readAboveZero(raw.trailingStop, 'trailingStop', problems),
    stopLossPips: readAboveZero(raw.stopLossPips, 'stopLossPips', problems),
    takeProfitPips: readAboveZero(raw.takeProfitPips, 'takeProfitPips', problems),
    trailingStopPips: readAboveZero(raw.trailingStopPips, 'trailingStopPips', problems),
    expiry: readAboveZero(raw.expiry, 'expiry', problems),
  }
  return read as Prices
}

/** A name or a value from a script as text for a message. Never calls the script. */
export function shown(value: unknown): string {
  const isPlain = value === null || (typeof value !== 'object' && typeof value !== 'function')
  return isPlain ? cleanText(String(value), 100) : `[${typeof value}]`
}

function readAboveZero(value: unknown, name: string, problems: string[]): number {
  if (value === undefined || value === null) return NaN
  if (typeof value === 'number' && value > 0 && Number.isFinite(value)) return tidyPrice(value)
  problems.push(`${name} must be a number above 0`)
  return NaN
}

/** Scripts compute quantities, so that rounding noise passes. */
export function quantityProblem(quantity: Quantity, instrument: Instrument): string | null {
  const { lotSize, minQuantity, maxQuantity } = instrument
  if (!(quantity > 0) || !Number.isFinite(quantity)) return ABOVE_ZERO
  const inWholeLots = inLots(quantity, lotSize)
  const isWhole = inWholeLots === inWholeLots
  const told = isWhole ? inWholeLots : quantity
  switch (quantityFault(told, isWhole, instrument)) {
    case 'minimum':
      return `quantity ${told} is less than ${minQuantity}`
    case 'maximum':
      return `quantity ${told} is more than ${maxQuantity}`
    case 'lots':
      return `quantity must be a multiple of ${lotSize}`
    default:
      return null
  }
}

/**
 * Returns why stops are invalid for a position of this direction that closes at `price`, or null.
 * Distances in pips are measured from the fill and are always valid.
 */
export function levelProblem(buy: boolean, price: Price, stopLoss: number, takeProfit: number): string | null {
  switch (levelFault(buy, price, price, stopLoss, takeProfit)) {
    case 'stopLoss':
      return `stopLoss ${stopLoss} must be ${buy ? 'below' : 'above'} the price ${price}`
    case 'takeProfit':
      return `takeProfit ${takeProfit} must be ${buy ? 'above' : 'below'} the price ${price}`
    default:
      return null
  }
}

function readFlags(order: WorkingOrder, raw: RawRequest): string | null {
  const { postOnly = false, reduceOnly = false } = raw
  if (typeof postOnly !== 'boolean') return 'postOnly must be true or false'
  if (typeof reduceOnly !== 'boolean') return 'reduceOnly must be true or false'
  order.postOnly = postOnly
  order.reduceOnly = reduceOnly
  if (postOnly && order.type !== 'LIMIT') return 'postOnly goes with limit orders only'
  if (postOnly && (raw.timeInForce === 'IOC' || raw.timeInForce === 'FOK')) {
    return `postOnly does not go with ${raw.timeInForce}`
  }
  if (reduceOnly && STOPS.some((name) => raw[name] !== undefined && raw[name] !== null)) {
    return STOPS_ON_REDUCTION
  }
  return null
}

/** Whether a limit order fills at `price`. */
export function crosses(order: WorkingOrder, price: Price): boolean {
  return order.buy ? price <= order.limitPrice : price >= order.limitPrice
}

/** Whether `price` triggers an order. */
export function isMet(order: WorkingOrder, price: Price): boolean {
  const { executesAs, trigger } = ORDER_TYPES[order.type]
  if (trigger === null) return executesAs === 'market' || crosses(order, price)
  const isAtOrAbove = order.buy === (trigger === 'worse')
  return isAtOrAbove ? price >= order.stopPrice : price <= order.stopPrice
}

function readTimeInForce(order: WorkingOrder, value: unknown, expiry: Millis): string | null {
  const known = TIMES.find((name) => name === (value ?? 'GTC'))
  if (!known) return 'timeInForce must be GTC, IOC, FOK or GTD'
  order.timeInForce = known
  order.expiry = expiry
  if (known === 'GTD' && !(expiry > order.time)) return 'a GTD order needs an expiry that lies ahead'
  if (known !== 'GTD' && expiry === expiry) return 'expiry goes with timeInForce GTD only'
  return null
}

function readStops(order: WorkingOrder, prices: Prices, pipSize: number): string | null {
  order.stopLoss = prices.stopLoss
  order.stopLossDistance = prices.stopLossPips * pipSize
  if (isBoth(prices.stopLoss, prices.stopLossPips)) return 'give stopLoss or stopLossPips, not both'
  order.takeProfit = prices.takeProfit
  order.takeProfitDistance = prices.takeProfitPips * pipSize
  if (isBoth(prices.takeProfit, prices.takeProfitPips)) return 'give takeProfit or takeProfitPips, not both'
  const { trailingStop, trailingStopPips } = prices
  if (isBoth(trailingStop, trailingStopPips)) return 'give trailingStop or trailingStopPips, not both'
  order.trailingStop = trailingStop === trailingStop ? trailingStop : trailingStopPips * pipSize
  return null
}

function isBoth(level: number, pips: Pips): boolean {
  return level === level && pips === pips
}

/** Stops are compared with the price at which the position is expected to open. */
function stopsProblem(order: WorkingOrder, quote: Quote): string | null {
  const { limitPrice, stopPrice } = order
  const market = order.buy ? quote.bid : quote.ask
  const price = limitPrice === limitPrice ? limitPrice : stopPrice === stopPrice ? stopPrice : market
  return levelProblem(order.buy, price, order.stopLoss, order.takeProfit)
}

/** The id of an order, a position or a number passed by a script; null without one. */
export function idOf(target: unknown): number | null {
  const id = typeof target === 'object' && target !== null ? (target as { id?: unknown }).id : target
  return typeof id === 'number' && Number.isFinite(id) ? id : null
}

/** Returns why an order that has ended cannot be changed or canceled. */
export function endedReason({ status }: WorkingOrder): string {
  if (status === 'FILLED') return 'it was already filled'
  if (status === 'EXPIRED') return 'it has already expired'
  return status === 'REJECTED' ? 'it was refused' : 'it was already canceled'
}
