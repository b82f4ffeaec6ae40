import type { Side } from '@tradeloom/domain'
import type { PlacePayload } from '@tradeloom/trading'
import { inSteps } from '../../wire/in-steps.ts'
import { OrderDenied } from '../../wire/order-denied.ts'
import type { SymbolRules } from './symbol-rules.ts'

export type OrderParams = Readonly<Record<string, string>>

/** Two orders of which one cancels the other. */
export interface PairOfOrders {
  readonly side: Side
  readonly quantity: number
  readonly limitPrice: number
  readonly stopPrice: number
  readonly limitClientId: string
  readonly stopClientId: string
}

/** The parameters of an order, read back and compared with what was meant. Throws OrderDenied. */
export function orderRequest(order: PlacePayload, clientId: string, rules: SymbolRules): OrderParams {
  const problem = unsupported(order)
  if (problem !== null) throw new OrderDenied(problem)
  const price = order.limitPrice === null ? {} : { price: inSteps(order.limitPrice, rules.tickSize, 'price') }
  const stop = order.stopPrice === null ? {} : { stopPrice: inSteps(order.stopPrice, rules.tickSize, 'stop price') }
  const { type, hasTime } = typeOf(order)
  const params = {
    symbol: rules.symbol,
    side: order.side,
    type,
    ...(hasTime ? { timeInForce: order.timeInForce } : {}),
    quantity: inSteps(order.quantity, rules.stepSize, 'quantity'),
    ...price,
    ...stop,
    newClientOrderId: clientId,
    newOrderRespType: 'RESULT',
  }
  return compared(params, { ...order, symbol: rules.symbol, type, time: hasTime ? order.timeInForce : null, clientId })
}

/** An order in place of another one, of which nothing is filled: the venue does nothing if it has changed meanwhile. */
export function replaceRequest(
  order: PlacePayload,
  { clientId, replacedClientId }: { readonly clientId: string; readonly replacedClientId: string },
  rules: SymbolRules,
): OrderParams {
  const params = {
    ...orderRequest(order, clientId, rules),
    cancelReplaceMode: 'STOP_ON_FAILURE',
    cancelOrigClientOrderId: replacedClientId,
    cancelRestrictions: 'ONLY_NEW',
  }
  const read = readBack(params)
  compare([
    ['mode', read['cancelReplaceMode'], 'STOP_ON_FAILURE'],
    ['restriction', read['cancelRestrictions'], 'ONLY_NEW'],
    ['replaced order', read['cancelOrigClientOrderId'], replacedClientId],
  ])
  return params
}

/** A take profit and a stop loss: funds are set aside once. */
export function pairRequest(pair: PairOfOrders, rules: SymbolRules): OrderParams {
  const { side, limitPrice, stopPrice } = pair
  if (!rules.isOcoAllowed) throw new OrderDenied(`${rules.symbol} does not support linked orders at Binance`)
  if (side === 'SELL' ? limitPrice <= stopPrice : limitPrice >= stopPrice)
    throw new OrderDenied('The take profit must lie on the better side of the stop loss')
  const limit = {
    Type: 'LIMIT_MAKER',
    ClientOrderId: pair.limitClientId,
    Price: inSteps(limitPrice, rules.tickSize, 'price'),
  }
  const stop = {
    Type: 'STOP_LOSS',
    ClientOrderId: pair.stopClientId,
    StopPrice: inSteps(stopPrice, rules.tickSize, 'stop price'),
  }
  const [above, below] = side === 'SELL' ? [limit, stop] : [stop, limit]
  const params: OrderParams = {
    symbol: rules.symbol,
    side,
    quantity: inSteps(pair.quantity, rules.stepSize, 'quantity'),
    ...prefixed('above', above),
    ...prefixed('below', below),
    newOrderRespType: 'RESULT',
  }
  const legs = ['above', 'below'].map((leg) => ({
    type: params[`${leg}Type`],
    clientId: params[`${leg}ClientOrderId`],
    price: numberOf(params[`${leg}Price`]),
    stopPrice: numberOf(params[`${leg}StopPrice`]),
  }))
  const limitLeg = legs.find(({ type }) => type === 'LIMIT_MAKER')
  const stopLeg = legs.find(({ type }) => type === 'STOP_LOSS')
  compare([
    ['quantity', numberOf(params['quantity']), pair.quantity],
    ['price', limitLeg?.price, limitPrice],
    ['stop price', stopLeg?.stopPrice, stopPrice],
    ['name', limitLeg?.clientId, pair.limitClientId],
    ['name', stopLeg?.clientId, pair.stopClientId],
  ])
  return params
}

interface Meant extends Pick<PlacePayload, 'side' | 'quantity' | 'limitPrice' | 'stopPrice'> {
  readonly symbol: string
  readonly type: string
  readonly time: string | null
  readonly clientId: string
}

/** Reads the parameters back as the venue will, and compares each of them with what is meant. */
function compared(params: OrderParams, meant: Meant): OrderParams {
  const read = readBack(params)
  compare([
    ['symbol', read['symbol'], meant.symbol],
    ['side', read['side'], meant.side],
    ['type', read['type'], meant.type],
    ['time in force', read['timeInForce'] ?? null, meant.time],
    ['quantity', numberOf(read['quantity']), meant.quantity],
    ['price', numberOf(read['price']), meant.limitPrice],
    ['stop price', numberOf(read['stopPrice']), meant.stopPrice],
    ['name', read['newClientOrderId'], meant.clientId],
  ])
  return params
}

export function readBack(params: OrderParams): OrderParams {
  return Object.fromEntries(new URLSearchParams(new URLSearchParams(params).toString()))
}

export function compare(rows: readonly (readonly [name: string, read: unknown, meant: unknown])[]): void {
  for (const [name, read, meant] of rows)
    if (read !== meant)
      throw new OrderDenied(`The ${name} of the request is ${String(read)} instead of ${String(meant)}`)
}

export function numberOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text)
}

function prefixed(leg: string, fields: Readonly<Record<string, string>>): OrderParams {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${leg}${name}`, value]))
}

function typeOf({ type, postOnly }: PlacePayload): { type: string; hasTime: boolean } {
  switch (type) {
    case 'MARKET':
      return { type, hasTime: false }
    case 'LIMIT':
      return postOnly ? { type: 'LIMIT_MAKER', hasTime: false } : { type, hasTime: true }
    case 'STOP':
      return { type: 'STOP_LOSS', hasTime: false }
    case 'STOP_LIMIT':
      return { type: 'STOP_LOSS_LIMIT', hasTime: true }
  }
}

/** What the venue cannot do, or would do differently. */
function unsupported(order: PlacePayload): string | null {
  const { type, timeInForce, postOnly, reduceOnly, side, limitPrice, stopPrice } = order
  const attached = [
    order.stopLoss,
    order.takeProfit,
    order.trailingStop,
    order.stopLossDistance,
    order.takeProfitDistance,
  ]
  if (attached.some((one) => one !== null)) return 'Stops are separate orders at Binance'
  if (timeInForce === 'GTD') return 'Orders do not expire at a time at Binance'
  if (postOnly && (type !== 'LIMIT' || timeInForce !== 'GTC')) return 'Only limit orders that wait can be post-only'
  if (reduceOnly && side === 'BUY') return 'There are no short positions at Binance spot that a purchase could reduce'
  const isResting = type === 'STOP'
  if (isResting && timeInForce !== 'GTC') return 'Stop orders wait until they are canceled at Binance'
  if (type === 'MARKET' && timeInForce === 'FOK') return 'Market orders may be filled in part at Binance'
  const needs = { MARKET: [false, false], LIMIT: [true, false], STOP: [false, true], STOP_LIMIT: [true, true] }[type]
  if (needs[0] !== (limitPrice !== null) || needs[1] !== (stopPrice !== null))
    return 'The prices do not fit the order type'
  return null
}
