import { minus, type OrderStatus, type OrderType, type Side } from '@tradeloom/domain'
import type { VenueOrder } from '../../ports/order-gateway.ts'
import { idOf } from './instrument-rules.ts'
import { ownName } from './order-names.ts'
import { decimalOf, type Fields, fieldsOf, textOf, timeOf } from './read-fields.ts'

const TYPES: Readonly<Record<string, OrderType>> = {
  MARKET: 'MARKET',
  LIMIT: 'LIMIT',
  STOP: 'STOP',
  STOP_LOSS: 'STOP',
  GUARANTEED_STOP_LOSS: 'STOP',
  TRAILING_STOP_LOSS: 'STOP',
  TAKE_PROFIT: 'LIMIT',
}
const STATUSES: Readonly<Record<string, OrderStatus>> = { FILLED: 'FILLED', CANCELLED: 'CANCELED' }

/** Whether an order belongs to a trade, and has neither instrument nor units of its own. */
export function tradeOf(order: Fields): string | null {
  const { tradeID, units } = order
  return units === undefined && typeof tradeID === 'string' ? tradeID : null
}

/**
 * An order as the venue states it, with the trade that it belongs to. `executed`: units of its execution, where they may be
 * fewer. Throws for a kind that is not known. A state that is not known counts as working: it is asked about again.
 */
export function readOrder(order: Fields, trade: Fields | null = null, executed: number | null = null): VenueOrder {
  const type = TYPES[textOf(order['type'])]
  if (type === undefined) throw new TypeError('An order of the venue is of an unknown kind')
  const { instrument, units } = trade ? ofTrade(trade) : ofOrder(order)
  const quantity = Math.abs(executed !== null && trade ? executed : units)
  const status = STATUSES[String(order['state'])] ?? 'NEW'
  const filled = status === 'FILLED' ? Math.abs(executed ?? units) : 0
  const price = priceOf(order['price'] ?? order['trailingStopValue'])
  const closes = tradeOf(order)
  const trails = order['type'] === 'TRAILING_STOP_LOSS' ? { trailingDistance: decimalOf(order['distance']) } : {}
  return {
    clientId: ownName(nameOf(order)),
    venueId: textOf(order['id']),
    instrumentId: idOf(instrument),
    type,
    side: sideOf(units),
    quantity,
    limitPrice: type === 'LIMIT' ? price : null,
    stopPrice: type === 'STOP' ? price : null,
    ...trails,
    status: endOf(type, status, minus(quantity, filled) > 0),
    filled,
    ...(closes === null ? {} : { closes }),
    time: timeOf(order['createTime']),
  }
}

/** Nobody cancels a market order but the venue, and of one that may be filled in part the rest. */
function endOf(type: OrderType, status: OrderStatus, hasRest: boolean): OrderStatus {
  if (status === 'FILLED') return hasRest ? 'CANCELED' : 'FILLED'
  return status === 'CANCELED' && type === 'MARKET' ? 'REJECTED' : status
}

/** The name that a program gave an order. */
export function nameOf({ clientExtensions }: Fields): unknown {
  return clientExtensions === undefined || clientExtensions === null ? undefined : fieldsOf(clientExtensions)['id']
}

export function sideOf(units: number): Side {
  return units < 0 ? 'SELL' : 'BUY'
}

function ofOrder({ instrument, units }: Fields) {
  return { instrument, units: decimalOf(units) }
}

/** What closes a trade is on its other side. */
function ofTrade({ instrument, currentUnits, initialUnits }: Fields) {
  const left = decimalOf(currentUnits)
  return { instrument, units: -(left === 0 ? decimalOf(initialUnits) : left) }
}

function priceOf(value: unknown): number | null {
  return value === undefined || value === null ? null : decimalOf(value)
}
