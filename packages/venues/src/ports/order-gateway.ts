import type { Direction, OrderStatus, OrderType, Side } from '@tradeloom/domain'
import type { PlacePayload } from '@tradeloom/trading'

/** The names that we gave an order, by which its venue finds it when an answer is lost. */
export interface OrderReference {
  readonly instrumentId: string
  readonly clientId: string
  /** For venues whose client ids are numbers. */
  readonly clientNumber: number
  /** UTC milliseconds: some venues find an order only by its number and the day it was sent. */
  readonly sentAt: number
  /** Its first byte is not sent later than that, UTC milliseconds; omitted where late is better than never. */
  readonly until?: number
}

/**
 * What came of a request. Only a definite answer of the venue is ACCEPTED or REFUSED: a lost connection, a time-out, an
 * error of the venue's server and an unreadable answer are UNKNOWN, because the request may have been carried out.
 */
export type OrderAnswer =
  /** `venueId` is null for cancellations; `order`: as it is now, where the venue states it at once. */
  | { readonly kind: 'ACCEPTED'; readonly venueId: string | null; readonly order?: VenueOrder }
  | Refusal
  | { readonly kind: 'UNKNOWN'; readonly reason: string }

/**
 * `isForNow`: it was not sent, or the venue did not process it: the same request may be accepted later. `isUnsent`: it has
 * waited past its `until`.
 */
export interface Refusal {
  readonly kind: 'REFUSED'
  readonly reason: string
  readonly isForNow?: boolean
  readonly isUnsent?: boolean
}

export interface VenueOrder {
  /** Null for orders that were not placed here. */
  readonly clientId: string | null
  /** As it was sent, at venues whose client ids are numbers. */
  readonly clientNumber?: number
  /**
   * Unique at the venue, over all its namespaces: where it keeps orders that wait for a trigger in a book with numbers of its
   * own, the adapter says which book it is. It stays the same when such an order is triggered and goes to the other book.
   */
  readonly venueId: string
  readonly instrumentId: string
  readonly type: OrderType
  readonly side: Side
  readonly quantity: number
  /** Unset prices are null. */
  readonly limitPrice: number | null
  readonly stopPrice: number | null
  /** How far a stop follows the best price, where the venue moves it: its stop price is where it is now, null if not stated. */
  readonly trailingDistance?: number
  readonly status: OrderStatus
  readonly filled: number
  /** The position that it closes, by the venue's name, where the venue says so. */
  readonly closes?: string
  /** Of a hedging account with one position in each direction: the one that it opens or closes. */
  readonly leg?: Direction
  /** UTC milliseconds. */
  readonly time: number
}

/** What a venue has said about an order; a call that got no answer rejects instead. */
export type LookUp = { readonly kind: 'FOUND'; readonly order: VenueOrder } | { readonly kind: 'NONE' }

export interface VenueFill {
  /** Unique at the venue: the same fill may be reported several times. */
  readonly tradeId: string
  readonly clientId: string | null
  readonly clientNumber?: number
  readonly venueId: string
  readonly instrumentId: string
  /** UTC milliseconds. */
  readonly time: number
  readonly side: Side
  readonly price: number
  readonly quantity: number
  readonly fee: number
  readonly feeCurrency: string
  readonly isMaker: boolean
  /** The venue has closed a position with it by force, for want of margin. */
  readonly isLiquidation?: boolean
  /** Of a hedging account: the position that it opens or adds to, or closes, by the venue's own name. */
  readonly position?: { readonly id: string; readonly isOpening: boolean }
  /** Of a hedging account with one position in each direction: the one that it opens, adds to or closes. */
  readonly leg?: Direction
}

export interface FillPage {
  /** Oldest first. */
  readonly fills: readonly VenueFill[]
  /** Where the next page begins. */
  readonly cursor: string
}

/** A limit order that takes the profit and a stop order, of which one cancels the other. */
export interface ProtectivePair {
  readonly instrumentId: string
  readonly side: Side
  readonly quantity: number
  readonly limitPrice: number
  readonly stopPrice: number
  /** As in `PlacePayload`. */
  readonly closes?: string
  readonly takeProfit: OrderReference
  readonly stopLoss: OrderReference
}

/** As `OrderAnswer`, of two orders. */
export type PairAnswer =
  | { readonly kind: 'ACCEPTED'; readonly takeProfitId: string; readonly stopLossId: string }
  | Exclude<OrderAnswer, { readonly kind: 'ACCEPTED' }>

/** A stop that its venue moves, and that only closes: it follows the best price at a distance, from the price of now on. */
export interface TrailingStop {
  readonly instrumentId: string
  readonly side: Side
  readonly quantity: number
  /** In price. */
  readonly distance: number
  /** As in `PlacePayload`. */
  readonly closes?: string
}

/** A working order that is to have other terms. Where the venue places a new one for that, it goes by `replacement`. */
export interface OrderChange {
  readonly replaced: OrderReference
  readonly replacement: OrderReference
  /** Quantities are those of the whole order, with whatever is filled. */
  readonly before: PlacePayload
  readonly after: PlacePayload
}

/** As `OrderAnswer`, of a change. */
export type ChangeAnswer =
  /** The order in its new form. */
  | { readonly kind: 'ACCEPTED'; readonly order: VenueOrder }
  /** It has none. `canceled`: how the order has ended that was canceled for it. */
  | { readonly kind: 'REFUSED'; readonly reason: string; readonly canceled?: VenueOrder }
  | Extract<OrderAnswer, { readonly kind: 'UNKNOWN' }>

/** Orders of one account. A gateway never sends a request a second time. */
export interface OrderGateway {
  /** A request without an answer cannot arrive later than this after it was sent, milliseconds. */
  readonly fenceMs: number
  /** The venue gives no such guarantee: an order that is absent after the fence is watched for a day. */
  readonly isFencePresumed: boolean
  /** A currency of the venue in which it takes fees from accounts that have some. */
  readonly feeCurrency?: string
  /**
   * Stops and targets of an order are sent with it, and are at the venue from its execution on: those that are placed for
   * its position then take their place. Elsewhere a position is bare until they are placed.
   */
  readonly takesStopsOnFill?: boolean
  place(reference: OrderReference, order: PlacePayload): Promise<OrderAnswer>
  /** Missing where the venue has no such pairs. */
  placePair?(pair: ProtectivePair): Promise<PairAnswer>
  /** Missing where the venue moves no stop at a distance in price: it is watched by the caller then. */
  placeTrailing?(reference: OrderReference, stop: TrailingStop): Promise<OrderAnswer>
  /** Missing where the venue changes no orders: they are canceled, and others are placed. */
  change?(change: OrderChange): Promise<ChangeAnswer>
  /** Whichever namespace the order is in by now; so is it with look-ups and lists. */
  cancel(reference: OrderReference): Promise<OrderAnswer>
  /** `isUrgent`: a position waits for the answer to be closed. */
  lookUp(reference: OrderReference, isUrgent?: boolean): Promise<LookUp>
  /** An order by the venue's own name, with the name that we gave it. Missing where fills name their orders themselves. */
  orderOf?(instrumentId: string, venueId: string): Promise<LookUp>
  /** The largest quantity of one market order; null if there is no limit. */
  maxMarketQuantity?(instrumentId: string): Promise<number | null>
  /** Of one instrument, or of the whole account. */
  openOrders(instrumentId?: string): Promise<readonly VenueOrder[]>
  /** What one order has executed, whatever the numbers of its trades. */
  fillsOf(order: Pick<VenueOrder, 'instrumentId' | 'venueId'>): Promise<readonly VenueFill[]>
  /** Executions of an instrument at or after `since`, UTC milliseconds, whatever their numbers; some come twice. */
  fillsSince(instrumentId: string, since: number): AsyncIterable<readonly VenueFill[]>
  /** Pages of an instrument from a cursor on. Without one, those at or after `since`, UTC milliseconds. */
  fills(instrumentId: string, cursor: string | null, since: number): AsyncIterable<FillPage>
}
