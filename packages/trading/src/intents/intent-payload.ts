import type { OrderType, Side, StopChanges, TimeInForce } from '@tradeloom/domain'

/** PLACE opens, CLOSE closes a position, PROTECT sets its stops, CHANGE and CANCEL concern a working order. */
export const INTENT_KINDS = ['PLACE', 'CHANGE', 'CANCEL', 'CLOSE', 'PROTECT'] as const
export type IntentKind = (typeof INTENT_KINDS)[number]

/** What is asked of a venue: plain data. Unset prices are null; distances are in price. */
export type IntentPayload = PlacePayload | ClosePayload | ProtectPayload | ChangePayload | CancelPayload

export interface PlacePayload {
  readonly kind: 'PLACE'
  readonly instrumentId: string
  readonly type: OrderType
  readonly side: Side
  readonly quantity: number
  readonly limitPrice: number | null
  readonly stopPrice: number | null
  readonly timeInForce: TimeInForce
  /** UTC milliseconds. */
  readonly expiry: number | null
  readonly postOnly: boolean
  readonly reduceOnly: boolean
  readonly stopLoss: number | null
  readonly takeProfit: number | null
  readonly trailingStop: number | null
  readonly stopLossDistance: number | null
  readonly takeProfitDistance: number | null
}

export interface ClosePayload {
  readonly kind: 'CLOSE'
  readonly positionId: string
  readonly quantity: number
}

export interface ProtectPayload {
  readonly kind: 'PROTECT'
  readonly positionId: string
  readonly changes: StopChanges
}

export interface ChangePayload {
  readonly kind: 'CHANGE'
  /** The intent that placed the order. */
  readonly intentId: string
  readonly changes: StopChanges & {
    readonly quantity?: number
    readonly limitPrice?: number
    readonly stopPrice?: number
  }
}

export interface CancelPayload {
  readonly kind: 'CANCEL'
  /** The intent that placed the order. */
  readonly intentId: string
}
