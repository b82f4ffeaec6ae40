import type { OrderStatus, OrderType, Side, TimeInForce } from '@tradeloom/domain'

/** An order as it is sent: built from its intent, and compared with it before the first byte. */
export interface VenueOrder {
  /** Ours: by it the order is found if the answer is lost. */
  readonly clientId: string
  readonly instrumentId: string
  readonly type: OrderType
  readonly side: Side
  /** Units of the base currency. */
  readonly quantity: number
  readonly limitPrice: number | null
  readonly stopPrice: number | null
  readonly timeInForce: TimeInForce
  readonly reduceOnly: boolean
}

/**
 * What came of a request. Only a definite answer of the venue is ACCEPTED or REFUSED: a lost connection, a time-out and
 * an error of the venue's server are UNKNOWN, because the request may have been carried out.
 */
export type OrderAnswer =
  | { readonly kind: 'ACCEPTED'; readonly venueId: string }
  | { readonly kind: 'REFUSED'; readonly reason: string }
  | { readonly kind: 'UNKNOWN'; readonly reason: string }

export interface VenueOrderState {
  readonly clientId: string | null
  readonly venueId: string
  readonly status: OrderStatus
  readonly filled: number
}

export interface VenueFill {
  /** Unique at the venue: the same fill may be reported several times. */
  readonly tradeId: string
  readonly clientId: string | null
  readonly venueId: string
  readonly instrumentId: string
  readonly time: number
  readonly side: Side
  readonly price: number
  readonly quantity: number
  readonly fee: number
  readonly isMaker: boolean
}

/** Orders of one account. Nothing here is ever tried twice by itself. */
export interface OrderGateway {
  /** How long after sending a lost request may still arrive, milliseconds. */
  readonly fenceMs: number
  place(order: VenueOrder): Promise<OrderAnswer>
  change(clientId: string, order: VenueOrder): Promise<OrderAnswer>
  cancel(clientId: string): Promise<OrderAnswer>
  /** Null only if the venue answered that it has no such order. Rejects without an answer. */
  find(clientId: string): Promise<VenueOrderState | null>
  openOrders(): Promise<readonly VenueOrderState[]>
  /** Oldest first, from a cursor of this venue; null for the start of its history. */
  fills(cursor: string | null): Promise<{ readonly fills: readonly VenueFill[]; readonly cursor: string | null }>
}
