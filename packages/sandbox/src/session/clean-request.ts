import {
  type ChangeOrderRequest,
  type ChangePositionRequest,
  type CancelRequest,
  type LinkRequest,
  type Millis,
  type OrderChanges,
  type OrderType,
  ORDER_TYPES,
  type PlaceRequest,
  type Price,
  type Quantity,
  type StopChanges,
  type TimeInForce,
  TIMES_IN_FORCE,
  type TradeRequest,
} from '@tradeloom/domain'
import { listOf, oneOf, optional, orNull, type Read, readBoolean, readId, readNumber, readShape } from './read-shape.ts'

const price = readNumber as Read<Price>
const millis = readNumber as Read<Millis>
const MAX_LINKED = 10_000

const STOPS = {
  stopLoss: optional(orNull(price)),
  takeProfit: optional(orNull(price)),
  trailingStop: optional(orNull(readNumber)),
} as const
const readStops = readShape<StopChanges>(STOPS)
const readChanges = readShape<OrderChanges>({
  ...STOPS,
  quantity: optional(readQuantity),
  limitPrice: optional(price),
  stopPrice: optional(price),
})

/** Readers of requests, for orders on these instruments. */
export function requestReader(instrumentIds: readonly string[]): Read<TradeRequest> {
  const readers: { readonly [Kind in TradeRequest['kind']]: Read<Extract<TradeRequest, { readonly kind: Kind }>> } = {
    PLACE: readShape<PlaceRequest>({
      kind: oneOf(['PLACE']),
      orderId: readId,
      instrumentId: oneOf(instrumentIds),
      type: oneOf(Object.keys(ORDER_TYPES) as OrderType[]),
      side: oneOf(['BUY', 'SELL']),
      quantity: readQuantity,
      limitPrice: orNull(price),
      stopPrice: orNull(price),
      timeInForce: oneOf(Object.keys(TIMES_IN_FORCE) as TimeInForce[]),
      expiry: orNull(millis),
      postOnly: readBoolean,
      reduceOnly: readBoolean,
      stopLoss: orNull(price),
      takeProfit: orNull(price),
      trailingStop: orNull(readNumber),
      stopLossDistance: orNull(readNumber),
      takeProfitDistance: orNull(readNumber),
      closes: orNull(readId),
    }),
    CHANGE_ORDER: readShape<ChangeOrderRequest>({
      kind: oneOf(['CHANGE_ORDER']),
      orderId: readId,
      changes: readChanges,
    }),
    CHANGE_POSITION: readShape<ChangePositionRequest>({
      kind: oneOf(['CHANGE_POSITION']),
      positionId: readId,
      changes: readStops,
    }),
    CANCEL: readShape<CancelRequest>({ kind: oneOf(['CANCEL']), orderId: readId }),
    LINK: readShape<LinkRequest>({ kind: oneOf(['LINK']), orderIds: listOf(readId, MAX_LINKED) }),
  }
  const readKind = oneOf(Object.keys(readers) as TradeRequest['kind'][])
  return (value) => readers[readKind((value as { kind?: unknown } | null)?.kind)](value)
}

function readQuantity(value: unknown): Quantity {
  const quantity = readNumber(value)
  if (quantity <= 0) throw new TypeError('a quantity that is not positive')
  return quantity as Quantity
}
