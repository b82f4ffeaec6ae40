import type { Price, RowIndex } from '@tradeloom/domain'

import type { OpenPosition } from '../account/open-position.ts'
import type { MarketRows } from '../market/market-rows.ts'
import type { BarRange } from '../market/quote.ts'
import type { OrderAck } from '../orders/order-ack.ts'
import type { ChangeRequest } from '../orders/trade-request.ts'
import type { WorkingOrder } from '../orders/working-order.ts'

/** Indexes into `Venue.levels`. */
export const LEVEL = { bidFall: 0, bidRise: 1, askFall: 2, askRise: 3 } as const

/**
 * Where the orders of one market go. The kernel reads `levels` and `urgentFrom` at every price and calls `match` only
 * if one of them is reached, so an idle venue costs nothing.
 */
export interface Venue {
  /** The nearest prices at which something happens, indexed by `LEVEL`; infinite if none. */
  readonly levels: Float64Array
  /** From this time, the next price must be matched, whatever it is. */
  readonly urgentFrom: number
  /** Whether the path inside a bar has decided about an order or a position so far. */
  readonly hasPathDecided: boolean
  /**
   * Before or right after the open of a bar that ends at `end`: whether the order of its extremes may decide anything.
   * False is certain; true is not.
   */
  mayDependOnPath(bar: BarRange, end: number): boolean
  /**
   * After the open of a bar, and all that the script did then: whether its high comes before its low, usually
   * `isHighFirst`. Notes about which orders and positions that decides.
   */
  choosePath(rows: MarketRows, row: RowIndex, isHighFirst: boolean): boolean
  /**
   * Moves the market from the previous prices to the current quote. Interpolated means along a straight path within one
   * bar; otherwise the price jumps.
   */
  match(isInterpolated: boolean, timeBefore: number, bidBefore: Price, askBefore: Price): void
  /** Call it after financing was booked outside of `match`. */
  refresh(): void
  /** There are no more prices: ends what ends by time. */
  finish(): void
  /**
   * Takes a new order, which the engine has recorded. Its outcome is reported through the booking. A venue in another
   * process sends it as plain data, see `placeRequest`.
   */
  place(order: WorkingOrder): void
  /**
   * Whether a bare order, which has nothing but a quantity, would be taken as two numbers. Most orders are bare and live for
   * a single price; nothing else refers to them.
   */
  takesBare(): boolean
  /** Takes a bare order right after `takesBare`; `closes` is the id of the position that it closes, or 0. */
  takeBare(id: number, closes: number): void
  /** Takes a change, a cancellation or a link. With latency, the ack only means that it was sent. */
  submit(request: ChangeRequest): OrderAck
  /** Ends an order for a reason of the engine, such as a fill of another order of its group. */
  end(order: WorkingOrder, status: 'CANCELED' | 'EXPIRED', reason: string | null): void
  /** The order has ended: removes all of its triggers. */
  forget(order: WorkingOrder): void
  /** Guards a position with its current stops. */
  attach(position: OpenPosition): void
  detach(position: OpenPosition): void
  /** Whether a position can be liquidated now: the market is open and has a price. */
  canLiquidate(): boolean
  /** Closes a position because the account lacks margin. */
  liquidate(position: OpenPosition): void
}
