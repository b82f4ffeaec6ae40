import type { OrderStatus } from './order.ts'
import type { CloseReason, Direction } from './position.ts'

/**
 * What a venue reports about an account: plain data. Times are UTC milliseconds, quantities units of the base currency,
 * money is in account currency. Orders and positions are named by the ids that the engine gave them.
 */
export type VenueEvent =
  | AcceptedEvent
  | FillEvent
  | RefusedEvent
  | EndedEvent
  | UnknownEvent
  | PositionCloseEvent
  | MarginEvent
  | FinancingEvent
  | BalanceEvent
  | AdjustEvent

/** The venue has an order and works it, or has applied a change. Cancellations end their order instead. */
export interface AcceptedEvent {
  readonly kind: 'ACCEPTED'
  readonly time: number
  readonly request: 'order' | 'change'
  /** Null for the change of a position. */
  readonly orderId: number | null
  readonly positionId: number | null
}

/** What the price of an execution is compared with. Null or unset where nobody knows it. */
export interface ExecutionPrices {
  /** The mid price when it was decided. */
  readonly decisionMid?: number | null
  /** The quote when it arrived. */
  readonly quote?: { readonly bid: number; readonly ask: number } | null
}

/** An order was filled, fully or partially. */
export interface FillEvent extends ExecutionPrices {
  readonly kind: 'FILL'
  readonly time: number
  readonly orderId: number
  /** Of the fill at the venue: the same one may be reported twice. */
  readonly tradeId: string
  readonly price: number
  readonly quantity: number
  /** What it adds to a position where a part was taken as the fee; null or unset: all of it. */
  readonly received?: number | null
  readonly commission: number
  readonly isMaker: boolean
}

/** The venue has definitely refused a new order, a change, or a cancellation. */
export interface RefusedEvent {
  readonly kind: 'REFUSED'
  readonly time: number
  readonly request: 'order' | 'change' | 'cancel'
  /** Null for the change of a position. */
  readonly orderId: number | null
  readonly positionId: number | null
  readonly reason: string
}

/** An order ended without a further fill. */
export interface EndedEvent {
  readonly kind: 'ENDED'
  readonly time: number
  readonly orderId: number
  readonly status: Extract<OrderStatus, 'CANCELED' | 'EXPIRED'>
  readonly reason: string | null
}

/** It is not known whether the venue has an order: it may still be filled. */
export interface UnknownEvent {
  readonly kind: 'UNKNOWN'
  readonly time: number
  readonly orderId: number
}

/** The venue closed a position, or part of it, on its own: a stop that it manages, or a liquidation. */
export interface PositionCloseEvent extends ExecutionPrices {
  readonly kind: 'POSITION_CLOSE'
  readonly time: number
  readonly positionId: number
  readonly tradeId: string
  readonly price: number
  readonly quantity: number
  readonly commission: number
  readonly reason: CloseReason
}

/** The account is called for margin, or no longer is. */
export interface MarginEvent {
  readonly kind: 'MARGIN'
  readonly time: number
  readonly isCalled: boolean
}

/** Interest or funding of a position, or of the whole account; negative if received. */
export interface FinancingEvent {
  readonly kind: 'FINANCING'
  readonly time: number
  /** Unset: swap. */
  readonly cost?: 'swap' | 'funding'
  readonly positionId: number | null
  readonly amount: number
}

/** Deposits or corrections have changed the balance: it is stated, or by how much it has changed. */
export interface BalanceEvent {
  readonly kind: 'BALANCE'
  readonly time: number
  /** Null where only the transfer is known. */
  readonly balance: number | null
  /** What was deposited, or withdrawn below 0: no profit. */
  readonly transfer?: number
}

/** A position that no fill explains was found at the venue, or is missing there. */
export interface AdjustEvent {
  readonly kind: 'ADJUST'
  readonly time: number
  /** Names it for the engine, which says what position it has opened. */
  readonly tradeId: string
  readonly instrumentId: string
  readonly direction: Direction
  /** The open position that it adds to; null or unset: one of its own. */
  readonly positionId?: number | null
  /** Above 0 opens that much at `price`; below 0 closes that much, oldest positions first. */
  readonly quantity: number
  readonly price: number
}
