import type { ContractTerms, Direction, OrderStatus, OrderType } from '@tradeloom/domain'
import type { VenueBalance, VenuePosition } from '../../../ports/account-reader.ts'
import type { VenueFinancing } from '../../../ports/account-stream.ts'
import type { VenueFill, VenueOrder } from '../../../ports/order-gateway.ts'
import { decimal, feeOf, type Fields, OURS, priceOf, quantityOf, text, whole } from '../read-account.ts'
import type { ListedTrade } from '../trade-history.ts'
import { USUAL_LEVERAGE } from './contract-rules.ts'
import { USDM_WIRE } from './usdm-wire.ts'

const STATUSES: Readonly<Record<string, OrderStatus>> = {
  NEW: 'NEW',
  PARTIALLY_FILLED: 'PARTIALLY_FILLED',
  FILLED: 'FILLED',
  CANCELED: 'CANCELED',
  REJECTED: 'REJECTED',
  EXPIRED: 'EXPIRED',
  EXPIRED_IN_MATCH: 'EXPIRED',
  // Orders by which the venue itself closes a position.
  NEW_INSURANCE: 'NEW',
  NEW_ADL: 'NEW',
}
const ALGO_STATUSES: Readonly<Record<string, OrderStatus>> = {
  NEW: 'NEW',
  TRIGGERING: 'NEW',
  TRIGGERED: 'NEW',
  FINISHED: 'FILLED',
  CANCELED: 'CANCELED',
  REJECTED: 'REJECTED',
  EXPIRED: 'EXPIRED',
}
const TYPES: Readonly<Record<string, OrderType>> = { MARKET: 'MARKET', LIMIT: 'LIMIT', LIQUIDATION: 'MARKET' }
const ALGO_TYPES: Readonly<Record<string, OrderType>> = {
  STOP_MARKET: 'STOP',
  TAKE_PROFIT_MARKET: 'STOP',
  STOP: 'STOP_LIMIT',
  TAKE_PROFIT: 'STOP_LIMIT',
}
/** The names of orders by which the venue closes a position by force. */
const BY_FORCE = /^(?:autoclose-|adl_autoclose)/

/** An order that waits for a price, in the namespace that the venue has for these. */
export interface AlgoOrder {
  readonly order: VenueOrder
  /** Whether it went on to the matching engine: then the order there of the same name says how it stands. */
  readonly isForwarded: boolean
}

/**
 * Orders of ours are known by the names that we gave them: those stay when an order goes from one namespace to the other,
 * and its number does not. Others have the number, with the namespace that it is of.
 */
function venueIdOf(symbol: string, name: string, number: number, namespace: 'regular' | 'algo'): string {
  if (OURS.test(name)) return `${symbol}-${name}`
  return `${symbol}-${namespace === 'algo' ? 'algo-' : ''}${number}`
}

export function readFuturesOrder(body: unknown): VenueOrder {
  const { symbol, orderId, clientOrderId, type, side, positionSide, origQty, price, status, executedQty } =
    body as Fields
  const { time, updateTime } = body as Fields
  return orderOf({
    symbol,
    number: orderId,
    name: clientOrderId,
    type: TYPES[text(type)],
    side,
    positionSide,
    quantity: origQty,
    price,
    status: STATUSES[text(status)],
    filled: executedQty,
    time: time ?? updateTime,
  })
}

export function readAlgoOrder(body: unknown): AlgoOrder {
  const { symbol, algoId, clientAlgoId, orderType, type, side, positionSide, quantity, price } = body as Fields
  const { triggerPrice, algoStatus, createTime } = body as Fields
  const of = {
    symbol,
    number: algoId,
    name: clientAlgoId,
    type: orderType ?? type,
    side,
    positionSide,
    quantity,
    price,
  }
  return algoOf({ ...of, triggerPrice, status: algoStatus, time: createTime })
}

/** The same as an event. */
export function readAlgoEvent(event: Fields): AlgoOrder {
  const { s, aid, caid, o, S, ps, q, p, tp, X } = event['o'] as Fields
  const of = { symbol: s, number: aid, name: caid, type: o, side: S, positionSide: ps, quantity: q, price: p }
  return algoOf({ ...of, triggerPrice: tp, status: X, time: event['T'] })
}

/** An order, a fill if it was one, and whether the venue closes a position by force with it. */
export function readOrderEvent({ o: order }: Fields): {
  readonly order: VenueOrder
  readonly fill: VenueFill | null
  readonly isByForce: boolean
} {
  const { s, c, S, ps, o, q, p, x, X, i, l, z, L, n, N, T, t, m } = order as Fields
  const isByForce = BY_FORCE.test(text(c))
  const isWhole = isByForce && quantityOf(z) > 0 && quantityOf(z) === quantityOf(q)
  const stated = orderOf({
    symbol: s,
    number: i,
    name: c,
    type: TYPES[text(o)],
    side: S,
    positionSide: ps,
    quantity: q,
    price: p,
    status: isWhole ? 'FILLED' : STATUSES[text(X)],
    filled: z,
    time: T,
  })
  const quantity = quantityOf(l)
  if ((x !== 'TRADE' && x !== 'CALCULATED') || quantity === 0) return { order: stated, fill: null, isByForce }
  const { clientId, venueId, instrumentId, side } = stated
  const fill = {
    tradeId: `${text(s)}-${whole(t)}`,
    clientId,
    venueId,
    instrumentId,
    time: whole(T),
    side,
    price: decimal(L),
    quantity,
    fee: n === undefined ? 0 : feeOf(n),
    feeCurrency: typeof N === 'string' ? N : '',
    isMaker: m === true,
    ...legOf(ps),
    ...(isByForce ? { isLiquidation: true } : {}),
  }
  return { order: stated, fill, isByForce }
}

/** A trade as REST lists it, with the name of its order where that is known. */
export function readFuturesTrade(row: unknown, nameOf: (orderId: number) => string | null): ListedTrade {
  const { symbol, id, orderId, side, positionSide, price, qty, commission, commissionAsset, time, maker } =
    row as Fields
  if (side !== 'BUY' && side !== 'SELL') throw new TypeError('A trade of the venue has no side')
  const name = nameOf(whole(orderId)) ?? ''
  const fill = {
    tradeId: `${text(symbol)}-${whole(id)}`,
    clientId: OURS.test(name) ? name : null,
    venueId: venueIdOf(text(symbol), name, whole(orderId), 'regular'),
    instrumentId: USDM_WIRE.idOf(text(symbol)),
    time: whole(time),
    side,
    price: decimal(price),
    quantity: quantityOf(qty),
    fee: feeOf(commission),
    feeCurrency: text(commissionAsset),
    isMaker: maker === true,
    ...legOf(positionSide),
    ...(BY_FORCE.test(name) ? { isLiquidation: true } : {}),
  } as const
  return { id: whole(id), fill }
}

export function readFuturesBalance(row: unknown): VenueBalance {
  const { asset, balance, availableBalance } = row as Fields
  return { currency: text(asset), total: quantityOf(balance), available: quantityOf(availableBalance) }
}

/** None for contracts at the terms of accounts that have chosen no others. */
export function readContractTerms(row: unknown): readonly ContractTerms[] {
  const { symbol, leverage: times, marginType } = row as Fields
  const [leverage, isIsolated] = [Number(times), marginType === 'isolated']
  if (!(leverage >= 1)) throw new TypeError('A contract of the venue has no leverage')
  if (leverage === USUAL_LEVERAGE && !isIsolated) return []
  return [{ instrumentId: USDM_WIRE.idOf(text(symbol)), leverage, isIsolated }]
}

/** None for contracts without a position, which are in the list, too. */
export function readFuturesPosition(row: unknown): readonly VenuePosition[] {
  const { symbol, positionSide, positionAmt, entryPrice, notional, leverage, marginType } = row as Fields
  const { isolatedMargin, liquidationPrice } = row as Fields
  const amount = decimal(positionAmt)
  if (amount === 0) return []
  const isLeg = legOf(positionSide).leg !== undefined
  const isIsolated = marginType === 'isolated'
  const margin = isIsolated ? decimal(isolatedMargin, 'up') : Math.abs(decimal(notional)) / Number(leverage)
  return [
    {
      id: isLeg ? `${text(symbol)}-${text(positionSide)}` : text(symbol),
      instrumentId: USDM_WIRE.idOf(text(symbol)),
      direction: amount < 0 ? 'SHORT' : 'LONG',
      quantity: Math.abs(amount),
      openPrice: decimal(entryPrice),
      margin,
      liquidationPrice: priceOf(liquidationPrice),
      ...(isLeg ? { isLeg } : {}),
    },
  ]
}

/** What was paid for holding a position; the venue lists what was received above 0. */
export function readFunding(row: unknown): VenueFinancing {
  const { symbol, income, time, tranId } = row as Fields
  return {
    id: `funding-${text(symbol)}-${whole(tranId)}`,
    time: whole(time),
    instrumentId: USDM_WIRE.idOf(text(symbol)),
    cost: 'funding',
    amount: 0 - decimal(income),
  }
}

function algoOf(fields: Fields): AlgoOrder {
  const status = text(fields['status'])
  const order = orderOf({
    ...fields,
    type: ALGO_TYPES[text(fields['type'])],
    status: ALGO_STATUSES[status],
    filled: '0',
    namespace: 'algo',
  })
  return { order, isForwarded: status === 'TRIGGERED' || status === 'FINISHED' }
}

function orderOf(fields: Fields): VenueOrder {
  const { type, side, status } = fields
  if (type === undefined || status === undefined || (side !== 'BUY' && side !== 'SELL'))
    throw new TypeError('An order of the venue is of an unknown kind')
  const [symbol, name] = [text(fields['symbol']), text(fields['name'])]
  return {
    clientId: OURS.test(name) ? name : null,
    venueId: venueIdOf(symbol, name, whole(fields['number']), fields['namespace'] === 'algo' ? 'algo' : 'regular'),
    instrumentId: USDM_WIRE.idOf(symbol),
    type: type as OrderType,
    side,
    quantity: quantityOf(fields['quantity']),
    limitPrice: priceOf(fields['price']),
    stopPrice: priceOf(fields['triggerPrice']),
    status: status as OrderStatus,
    filled: quantityOf(fields['filled']),
    time: whole(fields['time']),
    ...legOf(fields['positionSide']),
  }
}

/** Of an account in hedge mode. */
function legOf(positionSide: unknown): { readonly leg?: Direction } {
  return positionSide === 'LONG' || positionSide === 'SHORT' ? { leg: positionSide } : {}
}
