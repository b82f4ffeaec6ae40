import { addExact, type OrderStatus, type OrderType, parseExact, type Rounding } from '@tradeloom/domain'
import type { VenueBalance } from '../../ports/account-reader.ts'
import type { VenueTransfer } from '../../ports/account-stream.ts'
import type { VenueFill, VenueOrder } from '../../ports/order-gateway.ts'

export type Fields = Readonly<Record<string, unknown>>

/** The names of orders that were placed here, by this or another installation. The last letter is that of the attempt. */
export const OURS = /^t[a-z2-7]{17}[a-z]$/

const STATUSES: Readonly<Record<string, OrderStatus>> = {
  NEW: 'NEW',
  PENDING_NEW: 'NEW',
  PARTIALLY_FILLED: 'PARTIALLY_FILLED',
  FILLED: 'FILLED',
  CANCELED: 'CANCELED',
  PENDING_CANCEL: 'NEW',
  REJECTED: 'REJECTED',
  EXPIRED: 'EXPIRED',
  EXPIRED_IN_MATCH: 'EXPIRED',
}
const TYPES: Readonly<Record<string, OrderType>> = {
  MARKET: 'MARKET',
  LIMIT: 'LIMIT',
  LIMIT_MAKER: 'LIMIT',
  STOP_LOSS: 'STOP',
  STOP_LOSS_LIMIT: 'STOP_LIMIT',
  TAKE_PROFIT: 'STOP',
  TAKE_PROFIT_LIMIT: 'STOP_LIMIT',
}

/** An order as REST answers it. */
export function readOrder(body: unknown): VenueOrder {
  const { symbol, orderId, clientOrderId, type, side, origQty, price, stopPrice, status, executedQty, time } =
    body as Fields
  return orderOf({
    symbol,
    orderId,
    clientOrderId,
    type,
    side,
    quantity: origQty,
    price,
    stopPrice,
    status,
    filled: executedQty,
    time,
  })
}

/**
 * An order of a list; null for one that was placed elsewhere and is of a kind that is not known here: it is nobody's
 * affair here, and no reason to know nothing of the others.
 */
export function readListedOrder(body: unknown): VenueOrder | null {
  try {
    return readOrder(body)
  } catch (error) {
    const { clientOrderId } = body as Fields
    if (typeof clientOrderId !== 'string' || OURS.test(clientOrderId)) throw error
    return null
  }
}

/** An order as the venue answers a request for it. A cancellation has a name of its own there. */
export function readAnsweredOrder(body: unknown): VenueOrder {
  const { origClientOrderId, clientOrderId, transactTime, ...rest } = body as Fields
  return readOrder({ ...rest, clientOrderId: origClientOrderId ?? clientOrderId, time: transactTime })
}

/** An order, and a fill if it was one, of an event of the private stream. */
export function readReport(event: object): { order: VenueOrder; fill: VenueFill | null } {
  const { s, i, c, C, o, S, q, p, P, X, z, O, x, t, T, L, l, n, N, m } = event as Fields
  // A cancellation has a name of its own, and keeps that of the order in C.
  const clientOrderId = typeof C === 'string' && C !== '' ? C : c
  const order = orderOf({
    symbol: s,
    orderId: i,
    clientOrderId,
    type: o,
    side: S,
    quantity: q,
    price: p,
    stopPrice: P,
    status: X,
    filled: z,
    time: O ?? T,
  })
  if (x !== 'TRADE') return { order, fill: null }
  const { clientId, venueId, instrumentId, side } = order
  const fill = {
    tradeId: `${text(s)}-${whole(t)}`,
    clientId,
    venueId,
    instrumentId,
    time: whole(T),
    side,
    // The last ones: the cumulative ones would count earlier fills again.
    price: decimal(L),
    quantity: quantityOf(l),
    fee: feeOf(n),
    feeCurrency: typeof N === 'string' ? N : '',
    isMaker: m === true,
  }
  return { order, fill }
}

/** A fill as REST lists it; it names the order by the venue's number alone. */
export function readTradeRow(row: unknown): { readonly id: number; readonly fill: VenueFill } {
  const { symbol, id, orderId, price, qty, commission, commissionAsset, time, isBuyer, isMaker } = row as Fields
  const fill = {
    tradeId: `${text(symbol)}-${whole(id)}`,
    clientId: null,
    venueId: `${text(symbol)}-${whole(orderId)}`,
    instrumentId: `${text(symbol)}:BINANCE`,
    time: whole(time),
    side: isBuyer === true ? 'BUY' : 'SELL',
    price: decimal(price),
    quantity: quantityOf(qty),
    fee: feeOf(commission),
    feeCurrency: text(commissionAsset),
    isMaker: isMaker === true,
  } as const
  return { id: whole(id), fill }
}

export function readBalance(row: unknown): VenueBalance {
  const { asset, a, free, f, locked, l } = row as Fields
  const available = quantityOf(free ?? f)
  return { currency: text(asset ?? a), available, total: addExact([available, quantityOf(locked ?? l)], 'down') }
}

/** The number of a symbol's order is its own; together they are unique at the venue. */
export function venueIdOf(symbol: unknown, orderId: unknown): string {
  return `${text(symbol)}-${whole(orderId)}`
}

function orderOf(fields: Fields): VenueOrder {
  const { symbol, clientOrderId, side } = fields
  const status = STATUSES[text(fields['status'])]
  const type = TYPES[text(fields['type'])]
  if (status === undefined || type === undefined || (side !== 'BUY' && side !== 'SELL'))
    throw new TypeError('An order of the venue is of an unknown kind')
  const clientId = text(clientOrderId)
  return {
    clientId: OURS.test(clientId) ? clientId : null,
    venueId: venueIdOf(symbol, fields['orderId']),
    instrumentId: `${text(symbol)}:BINANCE`,
    type,
    side,
    quantity: quantityOf(fields['quantity']),
    limitPrice: priceOf(fields['price']),
    stopPrice: priceOf(fields['stopPrice']),
    status,
    filled: quantityOf(fields['filled']),
    time: whole(fields['time']),
  }
}

/** The venue writes 0 for a price that an order does not have. */
export function priceOf(value: unknown): number | null {
  return value === undefined || Number(value) === 0 ? null : decimal(value)
}

/** Where numbers have too few digits for it. */
export function decimal(value: unknown, rounding: Rounding = 'nearest'): number {
  const number = typeof value === 'string' ? parseExact(value, rounding) : NaN
  if (!Number.isFinite(number)) throw new TypeError('A decimal of the venue is none')
  return number
}

/** Of something that is there: never more of it. */
export function quantityOf(value: unknown): number {
  return decimal(value, 'down')
}

/** Never less than is paid. */
export function feeOf(value: unknown): number {
  return decimal(value, 'up')
}

export function whole(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw new TypeError('A whole number of the venue is none')
  return value
}

export function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('A text of the venue is none')
  return value
}

/** A deposit, a withdrawal, or a transfer between accounts. */
export function readTransfer(event: object): VenueTransfer {
  const { a, d, T, E } = event as Fields
  const time = whole(T)
  return { id: `${text(a)}-${time}-${whole(E)}`, time, currency: text(a), amount: quantityOf(d) }
}
