import type { OrderType, Side, StopChanges, TimeInForce } from '@tradeloom/domain'

/** PLACE opens, CLOSE closes a position, PROTECT sets its stops, CHANGE and CANCEL concern a working order. */
export const INTENT_KINDS = ['PLACE', 'CHANGE', 'CANCEL', 'CLOSE', 'PROTECT'] as const
export type IntentKind = (typeof INTENT_KINDS)[number]

/** What is asked of a venue: plain data. Unset prices are null; distances are in price. */
export type IntentPayload =
  | PlacePayload
  | ClosePayload
  | ProtectPayload
  | ProtectionPayload
  | ChangePayload
  | CancelPayload

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
  /** Of a hedging account: the position that it closes, by the venue's name. Without it, it opens one of its own. */
  readonly closes?: string
  /** The intent of a working order: when one of the two is filled or ends, the other is canceled. */
  readonly linkedTo?: string
  /** The arbitrage attempt of which it is a leg: it leaves together with the other one, or not at all. */
  readonly attemptId?: string
}

export interface ClosePayload {
  readonly kind: 'CLOSE'
  readonly positionId: string
  readonly quantity: number
  /** Why, if nobody has asked for it: a stop that is held here, and was reached. */
  readonly reason?: string
}

/** Levels that a position is to have. */
export interface ProtectPayload {
  readonly kind: 'PROTECT'
  readonly positionId: string
  readonly changes: StopChanges
}

/** The order at a venue that protects a position at one of its levels. */
export interface ProtectionPayload {
  readonly kind: 'PROTECT'
  readonly positionId: string
  /** Its name in stored requests, whose hashes are in the journal. */
  readonly guard: ProtectionLevel
  readonly side: Side
  /** Of a trailing stop its distance from the best price. */
  readonly price: number
  readonly quantity: number
  /** The intent of the other level: both are one request, and one order cancels the other. */
  readonly partnerId: string | null
}

export type ProtectionLevel = 'stopLoss' | 'takeProfit' | 'trailingStop'

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

export function isProtection(payload: IntentPayload): payload is ProtectionPayload {
  return payload.kind === 'PROTECT' && 'guard' in payload
}
