import type { Params } from '../http/params.ts'
import { VenueError } from '../http/venue-error.ts'
import { isMarket, type OrderDraft, type OrderType, type Side, type TimeInForce } from './lab-order.ts'

/** Parameters that depend on the type of the order; true if it must have one, false if it must not. */
interface Shape {
  readonly timeInForce: boolean
  readonly price: boolean
  readonly stopPrice: boolean
}

const SHAPES: Readonly<Record<OrderType, Shape>> = {
  LIMIT: { timeInForce: true, price: true, stopPrice: false },
  LIMIT_MAKER: { timeInForce: false, price: true, stopPrice: false },
  MARKET: { timeInForce: false, price: false, stopPrice: false },
  STOP_LOSS: { timeInForce: false, price: false, stopPrice: true },
  STOP_LOSS_LIMIT: { timeInForce: true, price: true, stopPrice: true },
  TAKE_PROFIT: { timeInForce: false, price: false, stopPrice: true },
  TAKE_PROFIT_LIMIT: { timeInForce: true, price: true, stopPrice: true },
}

const CLIENT_ID = /^[.A-Z:/a-z0-9_-]{1,36}$/
const RESPONSES = ['ACK', 'RESULT', 'FULL']

/** How much of an order its answer tells. */
export type ResponseType = 'ACK' | 'RESULT' | 'FULL'

export const ORDER_PARAMS = [
  'symbol',
  'side',
  'type',
  'timeInForce',
  'quantity',
  'quoteOrderQty',
  'price',
  'stopPrice',
  'newClientOrderId',
  'newOrderRespType',
  'selfTradePreventionMode',
]

/** Reads an order as the venue does, with its complaints. */
export function readDraft(params: Params, newId: () => string): OrderDraft {
  const type = typeOf(params.text('type'))
  const draft = readLeg(params, { type, names: (name) => name, clientIdName: 'newClientOrderId', newId })
  if (params.has('quoteOrderQty')) {
    if (type !== 'MARKET' || params.has('quantity')) throw notRequired('quoteOrderQty')
    return { ...draft, side: sideOf(params), quantity: 0n, quoteQuantity: params.decimal('quoteOrderQty') }
  }
  return { ...draft, side: sideOf(params), quantity: quantityOf(params), quoteQuantity: 0n }
}

interface Leg {
  readonly type: OrderType
  /** The name of a parameter in the request: those of lists are prefixed. */
  names(name: string): string
  readonly clientIdName: string
  newId(): string
}

/** The part of an order in which the two orders of a list differ. */
export function readLeg(
  params: Params,
  { type, names, clientIdName, newId }: Leg,
): Omit<OrderDraft, 'side' | 'quantity' | 'quoteQuantity'> {
  const shape = SHAPES[type]
  for (const [name, isNeeded] of Object.entries(shape)) {
    if (isNeeded) params.text(names(name))
    else if (params.has(names(name))) throw notRequired(names(name))
  }
  const price = params.optionalDecimal(names('price')) ?? 0n
  const stopPrice = params.optionalDecimal(names('stopPrice')) ?? 0n
  if (shape.price && price === 0n) throw new VenueError(-1013, 'Invalid price.')
  if (shape.stopPrice && stopPrice === 0n) throw new VenueError(-1013, 'Invalid stopPrice.')
  const timeInForce = params.optional(names('timeInForce')) ?? 'GTC'
  if (!['GTC', 'IOC', 'FOK'].includes(timeInForce)) throw new VenueError(-1115, 'Invalid timeInForce.')
  const clientId = clientIdOf(params, clientIdName) ?? newId()
  return { type, price, stopPrice, timeInForce: timeInForce as TimeInForce, clientId }
}

export function typeOf(type: string): OrderType {
  if (!Object.hasOwn(SHAPES, type)) throw new VenueError(-1116, 'Invalid orderType.')
  return type as OrderType
}

export function sideOf(params: Params): Side {
  const side = params.text('side')
  if (side !== 'BUY' && side !== 'SELL') throw new VenueError(-1117, 'Invalid side.')
  return side
}

export function quantityOf(params: Params): bigint {
  const quantity = params.decimal('quantity')
  if (quantity === 0n) throw new VenueError(-1013, 'Invalid quantity.')
  return quantity
}

/** Null if the client leaves the name to the venue. */
export function clientIdOf(params: Params, name: string): string | null {
  const id = params.optional(name)
  if (id !== null && !CLIENT_ID.test(id))
    throw new VenueError(
      -1100,
      `Illegal characters found in parameter '${name}'; legal range is '${CLIENT_ID.source}'.`,
    )
  return id
}

export function responseTypeOf(params: Params, type: OrderType): ResponseType {
  const usual = type === 'MARKET' || type === 'LIMIT' ? 'FULL' : 'ACK'
  const response = params.optional('newOrderRespType') ?? usual
  if (!RESPONSES.includes(response)) throw new VenueError(-1158, 'Invalid newOrderRespType.')
  return response as ResponseType
}

/** A price that an order names and that must lie near the market. */
export function pricesOf({ type, price, stopPrice }: OrderDraft): readonly bigint[] {
  return isMarket(type) ? [stopPrice].filter((price) => price > 0n) : [price, stopPrice].filter((price) => price > 0n)
}

function notRequired(name: string): VenueError {
  return new VenueError(-1106, `Parameter '${name}' sent when not required.`)
}
