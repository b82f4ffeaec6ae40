import type { ChangeRequest, OrderAck, PlaceRequest, Price } from '@tradeloom/domain'

/** Indexes into `Venue.levels`. */
export const LEVEL = { bidFall: 0, bidRise: 1, askFall: 2, askRise: 3 } as const

/** An order on its way to a venue. */
export interface OutgoingOrder {
  readonly id: number
  /** Its terms as plain data. Made on request, because a simulated venue needs none. */
  request(): PlaceRequest
}

/**
 * Where the orders of one market go. The kernel reads `levels` and `urgentFrom` at every price and calls `match` only
 * if one of them is reached, so an idle venue costs nothing.
 */
export interface Venue {
  /** The nearest prices at which something happens, indexed by `LEVEL`; infinite if none. */
  readonly levels: Float64Array
  /** From this time, the next price must be matched, whatever it is. */
  readonly urgentFrom: number
  /** Takes a new order, which the engine has recorded. Its outcome is booked, or reported as an event. */
  place(order: OutgoingOrder): void
  /** Takes a change or a link. With latency, the ack only means that it was sent. */
  submit(request: ChangeRequest): OrderAck
  /** Takes a cancellation; with latency, the order may be filled before it arrives. */
  cancel(orderId: number): OrderAck
  /**
   * Moves the market from the previous prices to the current quote. Interpolated means along a straight path within one
   * bar; otherwise the price jumps.
   */
  match(isInterpolated: boolean, timeBefore: number, bidBefore: Price, askBefore: Price): void
  /** There are no more prices: ends what ends by time. */
  finish(): void
}
