import type { Millis, Price, Quantity } from './branded-number.ts'
import type { OrderType, Side, TimeInForce } from './order.ts'

/**
 * Requests from the engine to a venue: plain data without functions or references, so that a request can be stored,
 * compared and sent to another process. Unset prices are null; distances are in price.
 */

export interface PlaceRequest {
  readonly kind: 'PLACE'
  readonly orderId: number
  readonly instrumentId: string
  readonly type: OrderType
  readonly side: Side
  readonly quantity: Quantity
  readonly limitPrice: Price | null
  readonly stopPrice: Price | null
  readonly timeInForce: TimeInForce
  readonly expiry: Millis | null
  readonly postOnly: boolean
  readonly reduceOnly: boolean
  readonly stopLoss: Price | null
  readonly takeProfit: Price | null
  readonly trailingStop: number | null
  readonly stopLossDistance: number | null
  readonly takeProfitDistance: number | null
  /** The position that the order closes. */
  readonly closes: number | null
}

/** An omitted level is unchanged; null removes it. */
export interface StopChanges {
  readonly stopLoss?: Price | null
  readonly takeProfit?: Price | null
  /** A distance, in price. */
  readonly trailingStop?: number | null
}

export interface OrderChanges extends StopChanges {
  readonly quantity?: Quantity
  readonly limitPrice?: Price
  readonly stopPrice?: Price
}

export interface ChangeOrderRequest {
  readonly kind: 'CHANGE_ORDER'
  readonly orderId: number
  readonly changes: OrderChanges
}

export interface ChangePositionRequest {
  readonly kind: 'CHANGE_POSITION'
  readonly positionId: number
  readonly changes: StopChanges
}

export interface CancelRequest {
  readonly kind: 'CANCEL'
  readonly orderId: number
}

/** One cancels the other: when one of these orders fills or ends, the others are canceled. */
export interface LinkRequest {
  readonly kind: 'LINK'
  readonly orderIds: readonly number[]
}

export type ChangeRequest = ChangeOrderRequest | ChangePositionRequest | LinkRequest
export type TradeRequest = PlaceRequest | ChangeRequest | CancelRequest
