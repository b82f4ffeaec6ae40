import type { CloseReason } from '@tradeloom/domain'

/** What a venue outside of the engine reports, in its order of time. Plain data; money is in account currency. */
export type OutsideEvent = OrderFillEvent | OrderEndEvent | PositionCloseEvent | BalanceEvent

/** An order was filled, in full or for a part. */
export interface OrderFillEvent {
  readonly kind: 'ORDER_FILL'
  readonly time: number
  readonly orderId: number
  readonly price: number
  readonly quantity: number
  readonly commission: number
  readonly isMaker: boolean
}

export interface OrderEndEvent {
  readonly kind: 'ORDER_END'
  readonly time: number
  readonly orderId: number
  readonly status: 'CANCELED' | 'EXPIRED' | 'REJECTED'
  readonly reason: string | null
}

/** The venue closed a position, or a part of it, by itself: a stop that it keeps, or a liquidation. */
export interface PositionCloseEvent {
  readonly kind: 'POSITION_CLOSE'
  readonly time: number
  readonly positionId: number
  readonly price: number
  readonly quantity: number
  readonly commission: number
  readonly reason: CloseReason
}

/** The balance that the venue states: financing, deposits and corrections have changed it. */
export interface BalanceEvent {
  readonly kind: 'BALANCE'
  readonly time: number
  readonly balance: number
}

/** Events that wait to be applied with the next price. */
export interface EventQueue {
  /** Time of the first one; infinite when there is none. */
  readonly next: number
  /** Takes the first one out; null when there is none. */
  take(): OutsideEvent | null
}
