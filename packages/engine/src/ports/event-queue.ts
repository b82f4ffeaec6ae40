import type { CloseReason } from '@tradeloom/domain'

/** Events of an external venue, in time order. Plain data; money is in account currency. */
export type OutsideEvent = OrderFillEvent | OrderEndEvent | PositionCloseEvent | BalanceEvent

/** An order was filled, fully or partially. */
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

/** The venue closed a position, or part of it, on its own: a stop that it manages, or a liquidation. */
export interface PositionCloseEvent {
  readonly kind: 'POSITION_CLOSE'
  readonly time: number
  readonly positionId: number
  readonly price: number
  readonly quantity: number
  readonly commission: number
  readonly reason: CloseReason
}

/** The balance stated by the venue: financing, deposits and corrections have changed it. */
export interface BalanceEvent {
  readonly kind: 'BALANCE'
  readonly time: number
  readonly balance: number
}

/** Events to apply with the next price. */
export interface EventQueue {
  /** Time of the first event; infinite if there is none. */
  readonly next: number
  /** Removes and returns the first event; null if there is none. */
  take(): OutsideEvent | null
}
