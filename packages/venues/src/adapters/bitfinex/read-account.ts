import { minus, type OrderStatus, type OrderType, times } from '@tradeloom/domain'
import type { VenueBalance, VenuePosition } from '../../ports/account-reader.ts'
import type { VenueFill, VenueOrder } from '../../ports/order-gateway.ts'
import type { PairRules } from './pair-rules.ts'
import type { PairList } from './pair-list.ts'
import { decimalOf, type Row, textOf, wholeOf, Written, writtenOf } from './read-json.ts'
import type { Wallet } from './signed-rest.ts'

/** A status is a sentence, of which the first word counts. */
const STATUSES: Readonly<Record<string, OrderStatus>> = {
  ACTIVE: 'NEW',
  PARTIALLY: 'PARTIALLY_FILLED',
  EXECUTED: 'FILLED',
  CANCELED: 'CANCELED',
  POSTONLY: 'CANCELED',
  IOC: 'CANCELED',
  FOK: 'CANCELED',
  INSUFFICIENT: 'REJECTED',
  RSN_DUST: 'REJECTED',
  RSN_PAUSE: 'REJECTED',
}
const TYPES: Readonly<Record<string, OrderType>> = {
  MARKET: 'MARKET',
  LIMIT: 'LIMIT',
  FOK: 'LIMIT',
  IOC: 'LIMIT',
  STOP: 'STOP',
  'STOP LIMIT': 'STOP_LIMIT',
  'TRAILING STOP': 'STOP',
}
const EXCHANGE = /^EXCHANGE /

type Price = number | null

/** Which wallet an order of that type trades. */
export function walletOf(type: unknown): Wallet {
  return EXCHANGE.test(textOf(type)) ? 'exchange' : 'margin'
}

/** The venue's own pairs by their symbols, to name what it lists. */
function instrumentOf(pairs: PairList, symbol: unknown): PairRules {
  for (const rules of pairs.known?.values() ?? []) if (rules.symbol === symbol) return rules
  throw new TypeError('The venue lists no such pair')
}

export function readOrder(row: Row, pairs: PairList): VenueOrder {
  const [id, , cid, symbol, created, , rest, original, type, previous, , , , status] = row
  // A stop that was triggered has become something else, and stays what it was for its owner.
  const kinds = [previous, type].map((one) => (typeof one === 'string' ? one.replace(EXCHANGE, '') : ''))
  const kind = TYPES[kinds.find((one) => one.includes('STOP')) ?? kinds[1] ?? '']
  const stated = STATUSES[textOf(status).split(' ')[0] ?? '']
  if (kind === undefined || stated === undefined) throw new TypeError('An order of the venue is of an unknown kind')
  const [left, quantity] = [decimalOf(rest), decimalOf(original)]
  const filled = minus(Math.abs(quantity), Math.abs(left))
  const [price, distance, limit] = [16, 18, 19].map((at) => priceOf(row[at])) as [Price, Price, Price]
  return {
    clientId: null,
    ...numberOf(cid),
    venueId: writtenOf(id),
    instrumentId: instrumentOf(pairs, symbol).instrumentId,
    type: kind,
    side: quantity < 0 ? 'SELL' : 'BUY',
    quantity: Math.abs(quantity),
    limitPrice: kind === 'LIMIT' ? price : kind === 'STOP_LIMIT' ? limit : null,
    stopPrice: kind === 'STOP' || kind === 'STOP_LIMIT' ? price : null,
    ...(distance === null ? {} : { trailingDistance: distance }),
    status: stated === 'REJECTED' && filled > 0 ? 'CANCELED' : stated,
    filled,
    time: wholeOf(created),
  }
}

/** A trade with its fee, which comes after the trade itself. */
export function readFill(row: Row, pairs: PairList): VenueFill {
  const [id, symbol, time, orderId, amount, price, , , maker, fee, currency, cid] = row
  const quantity = decimalOf(amount)
  return {
    tradeId: writtenOf(id),
    clientId: null,
    ...numberOf(cid),
    venueId: writtenOf(orderId),
    instrumentId: instrumentOf(pairs, symbol).instrumentId,
    time: wholeOf(time),
    side: quantity < 0 ? 'SELL' : 'BUY',
    price: decimalOf(price),
    quantity: Math.abs(quantity),
    // What is paid is below 0 there.
    fee: minus(0, decimalOf(fee)),
    feeCurrency: pairs.nameOf(textOf(currency)),
    isMaker: maker instanceof Written && wholeOf(maker) === 1,
  }
}

/** `available` is null until it was computed. */
export function readBalance([, currency, balance, , available]: Row, pairs: PairList): VenueBalance | null {
  if (!(available instanceof Written)) return null
  const total = decimalOf(balance, 'down')
  return { currency: pairs.nameOf(textOf(currency)), total, available: decimalOf(available, 'down') }
}

/** None for what was closed. */
export function readPosition(
  [symbol, , amount, base, , , , , liquidation]: Row,
  pairs: PairList,
): readonly VenuePosition[] {
  const size = decimalOf(amount)
  const rules = instrumentOf(pairs, symbol)
  if (size === 0) return []
  const [quantity, openPrice] = [Math.abs(size), decimalOf(base)]
  return [
    {
      id: textOf(symbol),
      instrumentId: rules.instrumentId,
      direction: size < 0 ? 'SHORT' : 'LONG',
      quantity,
      openPrice,
      margin: times(quantity, openPrice, rules.marginRate ?? 1),
      liquidationPrice: priceOf(liquidation),
    },
  ]
}

function numberOf(cid: unknown): { readonly clientNumber?: number } {
  return cid instanceof Written ? { clientNumber: wholeOf(cid) } : {}
}

/** The venue writes 0 for a price that an order does not have. */
function priceOf(value: unknown): number | null {
  return value instanceof Written && decimalOf(value) > 0 ? decimalOf(value) : null
}
