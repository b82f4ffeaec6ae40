import type { Direction } from '@tradeloom/domain'
import type { PlacePayload } from '@tradeloom/trading'
import { inSteps } from '../../../wire/in-steps.ts'
import { OrderDenied } from '../../../wire/order-denied.ts'
import { compare, numberOf, type OrderParams, readBack } from '../order-request.ts'
import type { SymbolRules } from '../symbol-rules.ts'

/** The venue takes no end that is nearer. */
const MIN_LIFE_MS = 600_000

/** The book in which an order begins: orders that wait for a price have one of their own. */
export type Namespace = 'regular' | 'algo'

export function namespaceOf({ type }: Pick<PlacePayload, 'type'>): Namespace {
  return type === 'STOP' || type === 'STOP_LIMIT' ? 'algo' : 'regular'
}

export interface FuturesTerms {
  readonly clientId: string
  readonly now: number
  /** In hedge mode each order names its leg, and none says that it can only reduce: whatever goes against a leg closes it. */
  readonly isHedging: boolean
}

/** The parameters of an order, read back and compared with what was meant. Throws OrderDenied. */
export function futuresOrderRequest(
  order: PlacePayload,
  { clientId, now, isHedging }: FuturesTerms,
  rules: SymbolRules,
): OrderParams {
  const problem = unsupported(order, now)
  if (problem !== null) throw new OrderDenied(problem)
  const { side, limitPrice, stopPrice, reduceOnly } = order
  const isAlgo = namespaceOf(order) === 'algo'
  const leg = isHedging ? legOf(order) : null
  const time = timeOf(order)
  const params = {
    symbol: rules.symbol,
    side,
    type: typeOf(order),
    ...(time === null ? {} : { timeInForce: time }),
    quantity: inSteps(order.quantity, rules.stepSize, 'quantity'),
    ...(limitPrice === null ? {} : { price: inSteps(limitPrice, rules.tickSize, 'price') }),
    ...(time === 'GTD' ? { goodTillDate: String(order.expiry) } : {}),
    ...(leg === null ? {} : { positionSide: leg }),
    ...(reduceOnly && leg === null ? { reduceOnly: 'true' } : {}),
    ...(isAlgo ? waiting(order, clientId, rules) : { newClientOrderId: clientId, newOrderRespType: 'RESULT' }),
  }
  const read = readBack(params)
  compare([
    ['symbol', read['symbol'], rules.symbol],
    ['side', read['side'], side],
    ['type', read['type'], typeOf(order)],
    ['time in force', read['timeInForce'] ?? null, time],
    ['quantity', numberOf(read['quantity']), order.quantity],
    ['price', numberOf(read['price']), limitPrice],
    ['stop price', numberOf(read['triggerPrice']), stopPrice],
    ['leg', read['positionSide'] ?? null, leg],
    ['reduction', isReduction(read), reduceOnly],
    ['name', read[isAlgo ? 'clientAlgoId' : 'newClientOrderId'], clientId],
  ])
  return params
}

function legOf({ side, reduceOnly }: PlacePayload): Direction {
  return (side === 'BUY') === reduceOnly ? 'SHORT' : 'LONG'
}

function isReduction({ side, positionSide, reduceOnly }: OrderParams): boolean {
  if (positionSide === undefined) return reduceOnly === 'true'
  return reduceOnly === undefined && (positionSide === 'LONG') === (side === 'SELL')
}

function waiting({ stopPrice }: PlacePayload, clientId: string, { tickSize }: SymbolRules): OrderParams {
  return {
    algoType: 'CONDITIONAL',
    triggerPrice: inSteps(stopPrice ?? NaN, tickSize, 'stop price'),
    // As charts show it: the mark price may never reach what was traded.
    workingType: 'CONTRACT_PRICE',
    clientAlgoId: clientId,
  }
}

function typeOf({ type }: PlacePayload): string {
  return { MARKET: 'MARKET', LIMIT: 'LIMIT', STOP: 'STOP_MARKET', STOP_LIMIT: 'STOP' }[type]
}

/** Null for orders that take any price. */
function timeOf({ type, timeInForce, postOnly }: PlacePayload): string | null {
  if (type === 'MARKET' || type === 'STOP') return null
  return postOnly ? 'GTX' : timeInForce
}

/** What the venue cannot do, or would do differently. */
function unsupported(order: PlacePayload, now: number): string | null {
  const { type, timeInForce, postOnly, expiry, limitPrice, stopPrice } = order
  const { stopLoss, takeProfit, trailingStop, stopLossDistance, takeProfitDistance } = order
  const attached = [stopLoss, takeProfit, trailingStop, stopLossDistance, takeProfitDistance]
  if (attached.some((one) => one !== null)) return 'Stops are separate orders at Binance'
  if (timeInForce === 'GTD' && (type !== 'LIMIT' || expiry === null)) return 'Only limit orders expire at a time'
  if (timeInForce === 'GTD' && (expiry ?? 0) < now + MIN_LIFE_MS) return 'Binance takes no end within ten minutes'
  if (postOnly && (type !== 'LIMIT' || timeInForce !== 'GTC')) return 'Only limit orders that wait can be post-only'
  if (type === 'STOP' && timeInForce !== 'GTC') return 'Stop orders wait until they are canceled at Binance'
  if (type === 'MARKET' && timeInForce === 'FOK') return 'Market orders may be filled in part at Binance'
  const needs = { MARKET: [false, false], LIMIT: [true, false], STOP: [false, true], STOP_LIMIT: [true, true] }[type]
  if (needs[0] !== (limitPrice !== null) || needs[1] !== (stopPrice !== null))
    return 'The prices do not fit the order type'
  return null
}
