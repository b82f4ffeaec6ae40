import type { OpenPosition } from '../account/open-position.ts'
import type { OrderAck } from '../orders/order-ack.ts'
import type { ChangeRequest } from '../orders/trade-request.ts'
import type { WorkingOrder } from '../orders/working-order.ts'

/** Slots of `Venue.levels`. */
export const LEVEL = { bidFall: 0, bidRise: 1, askFall: 2, askRise: 3 } as const

/**
 * Where the orders of one market go. The kernel reads `levels` and `urgentFrom` for every price and calls `match`
 * only when one of them is reached, so a venue costs nothing while nothing happens.
 */
export interface Venue {
  /** The nearest prices at which something happens, by the slots of `LEVEL`; infinite without any. */
  readonly levels: Float64Array
  /** From this time on the next price has something to do, wherever it is. */
  readonly urgentFrom: number
  /** Open orders that carry both a stop and a target: the path of a bar may decide between the two. */
  readonly bracketCount: number
  /**
   * Takes the market from the prices before to the quote. Interpolated means along a straight path within one bar;
   * else the price jumps.
   */
  match(isInterpolated: boolean, timeBefore: number, bidBefore: number, askBefore: number): void
  /** Financing was booked outside of `match`. */
  refresh(): void
  /** No price comes any more: ends what ends by time. */
  finish(): void
  /**
   * Takes a new order, which the engine has recorded. What becomes of it is reported through the booking. A venue beyond
   * a border sends it as plain data, see `placeRequest`.
   */
  place(order: WorkingOrder): void
  /** Takes a change, a cancellation or a link. With latency the ack says only that it was sent. */
  submit(request: ChangeRequest): OrderAck
  /** Ends an order for a reason of the engine's: another of its group was filled. */
  end(order: WorkingOrder, status: 'CANCELED' | 'EXPIRED', reason: string | null): void
  /** The order has ended: nothing may wait for it any more. */
  forget(order: WorkingOrder): void
  /** Guards a position by the stops that it carries now. */
  attach(position: OpenPosition): void
  detach(position: OpenPosition): void
  /** Whether a position can be closed by force now: the market is open and has a price. */
  canLiquidate(): boolean
  /** Closes a position because the account lacks margin. */
  liquidate(position: OpenPosition): void
}
