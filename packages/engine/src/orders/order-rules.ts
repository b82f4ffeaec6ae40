import type { Instrument } from '@tradeloom/domain'

import type { Quote } from '../market/quote.ts'
import { WorkingOrder } from './working-order.ts'

/** What a script passes to `buy` and `sell`; nothing in it is to be trusted. */
type RawRequest = Readonly<Record<string, unknown>>

const PRICES = [
  'limitPrice',
  'stopPrice',
  'stopLoss',
  'takeProfit',
  'trailingStop',
  'stopLossPips',
  'takeProfitPips',
  'trailingStopPips',
  'expiry',
] as const
const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'GTD'] as const
const KNOWN = new Set<string>([...PRICES, 'quantity', 'timeInForce'])

/** The order that a request asks for. It comes back REJECTED with a reason when the request cannot be taken. */
export function readOrder(
  request: unknown,
  buy: boolean,
  id: number,
  quote: Quote,
  instrument: Instrument,
): WorkingOrder {
  const raw: RawRequest = typeof request === 'object' && request !== null ? (request as RawRequest) : {}
  const prices: Record<string, number> = {}
  let problem: string | null = typeof request === 'object' && request !== null ? null : 'an order needs { quantity }'
  for (const name of PRICES) {
    const value = raw[name]
    if (value === undefined || value === null) prices[name] = NaN
    else if (typeof value === 'number' && value > 0 && Number.isFinite(value)) prices[name] = value
    else {
      prices[name] = NaN
      problem ??= `${name} must be a number above 0`
    }
  }
  for (const name of Object.keys(raw)) if (!KNOWN.has(name)) problem ??= `${name} is not known to orders`
  const quantity = typeof raw['quantity'] === 'number' && Number.isFinite(raw['quantity']) ? raw['quantity'] : 0
  const { limitPrice = NaN, stopPrice = NaN } = prices
  const hasLimit = limitPrice === limitPrice
  const hasStop = stopPrice === stopPrice
  const type = hasLimit ? (hasStop ? 'STOP_LIMIT' : 'LIMIT') : hasStop ? 'STOP' : 'MARKET'
  const order = new WorkingOrder(id, type, buy, quantity, quote.time)
  order.limitPrice = limitPrice
  order.stopPrice = stopPrice
  problem ??= readTimeInForce(order, raw['timeInForce'], prices['expiry'] ?? NaN, quote)
  problem ??= quantityProblem(quantity, instrument)
  problem ??= readStops(order, prices, instrument.pipSize)
  problem ??= stopsProblem(order, quote)
  if (problem) {
    order.status = 'REJECTED'
    order.reason = problem
  }
  return order
}

export function quantityProblem(quantity: number, { lotSize, minQuantity, maxQuantity }: Instrument): string | null {
  if (!(quantity > 0) || !Number.isFinite(quantity)) return 'quantity must be a number above 0'
  if (quantity < minQuantity) return `quantity ${quantity} is less than ${minQuantity}`
  if (quantity > maxQuantity) return `quantity ${quantity} is more than ${maxQuantity}`
  const lots = quantity / lotSize
  if (Math.abs(lots - Math.round(lots)) > 1e-6) return `quantity must be a multiple of ${lotSize}`
  return null
}

/**
 * Why stops cannot stand for a position of this direction that closes at `price`, or null.
 * The distances of pips are measured from the fill and always fit.
 */
export function levelProblem(buy: boolean, price: number, stopLoss: number, takeProfit: number): string | null {
  if (price !== price) return null
  if (buy ? stopLoss >= price : stopLoss <= price) {
    return `stopLoss ${stopLoss} must be ${buy ? 'below' : 'above'} the price ${price}`
  }
  if (buy ? takeProfit <= price : takeProfit >= price) {
    return `takeProfit ${takeProfit} must be ${buy ? 'above' : 'below'} the price ${price}`
  }
  return null
}

function readTimeInForce(order: WorkingOrder, value: unknown, expiry: number, quote: Quote): string | null {
  const known = TIMES_IN_FORCE.find((name) => name === (value ?? 'GTC'))
  if (!known) return 'timeInForce must be GTC, IOC, FOK or GTD'
  order.timeInForce = known
  order.expiry = expiry
  if (known === 'GTD' && !(expiry > quote.time)) return 'a GTD order needs an expiry that lies ahead'
  if (known !== 'GTD' && expiry === expiry) return 'expiry goes with timeInForce GTD only'
  return null
}

function readStops(order: WorkingOrder, prices: Readonly<Record<string, number>>, pipSize: number): string | null {
  for (const name of ['stopLoss', 'takeProfit', 'trailingStop'] as const) {
    const level = prices[name] ?? NaN
    const distance = (prices[`${name}Pips`] ?? NaN) * pipSize
    if (level === level && distance === distance) return `give ${name} or ${name}Pips, not both`
    if (name === 'trailingStop') order.trailingStop = level === level ? level : distance
    else order[name] = level
    if (name === 'stopLoss') order.stopLossDistance = distance
    if (name === 'takeProfit') order.takeProfitDistance = distance
  }
  return null
}

/** Stops are compared with the price at which the position is expected to be opened. */
function stopsProblem(order: WorkingOrder, quote: Quote): string | null {
  const { limitPrice, stopPrice } = order
  const market = order.buy ? quote.bid : quote.ask
  const price = limitPrice === limitPrice ? limitPrice : stopPrice === stopPrice ? stopPrice : market
  return levelProblem(order.buy, price, order.stopLoss, order.takeProfit)
}
