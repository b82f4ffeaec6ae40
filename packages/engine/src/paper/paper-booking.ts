import type { CloseReason, Price, Quantity } from '@tradeloom/domain'
import type { Account } from '../account/account.ts'
import { Booking, type OrderFill } from '../account/booking.ts'
import type { Events } from '../account/events.ts'
import type { MarketPositions } from '../account/market-positions.ts'
import type { OrderRegistry } from '../account/order-registry.ts'
import type { WorkingOrder } from '../orders/working-order.ts'
import type { Fill } from '../positions/fill.ts'
import type { OpenPosition } from '../positions/open-position.ts'

/** A booked fill, by the engine's ids. */
export interface BookedFill {
  readonly kind: 'OPENED' | 'CLOSED'
  /** 0 if no order caused it. */
  readonly orderId: number
  readonly positionId: number
  readonly quantity: Quantity
  readonly price: Price
  readonly time: number
  readonly commission: number
  /** Half the spread and the slippage, as price distances. */
  readonly halfSpread: number
  readonly slippage: number
  /** Account currency per unit of quote currency. */
  readonly rate: number
  readonly isMaker: boolean
  readonly profit: number
  readonly reason: CloseReason
}

/**
 * Books fills as always, and notes each of them: a fill that closes part of a position has no record that names it. Sessions
 * and persons share an account, but what one of them reduces is its own.
 */
export class PaperBooking extends Booking {
  readonly booked: BookedFill[] = []
  /** Who placed working orders, and whose open positions are: sessions; null for persons. */
  readonly orderOwners = new Map<number, string | null>()
  readonly positionOwners = new Map<number, string | null>()
  readonly #account: Account
  #settled = { orderId: 0, isMaker: false }

  constructor(account: Account, registry: OrderRegistry, events: Events) {
    super(account, registry, events)
    this.#account = account
  }

  override closable(order: WorkingOrder): number {
    const { open } = this.#account.markets[order.market] as MarketPositions
    let sum = 0
    for (const position of open.values()) if (this.reduces(order, position)) sum += position.quantity
    return sum
  }

  protected override reduces(order: WorkingOrder, position: OpenPosition): boolean {
    return super.reduces(order, position) && this.orderOwners.get(order.id) === this.positionOwners.get(position.id)
  }

  override settle(order: WorkingOrder, fill: OrderFill, positionId: number): void {
    this.#settled = { orderId: order.id, isMaker: fill.isMaker }
    super.settle(order, fill, positionId)
  }

  override open(
    order: WorkingOrder,
    quantity: Quantity,
    fill: Fill,
    isMaker: boolean,
    equity: number,
    average: number = NaN,
  ): void {
    const { id: orderId } = order
    super.open(order, quantity, fill, isMaker, equity, average)
    this.positionOwners.set(order.opened, this.orderOwners.get(orderId) ?? null)
    const what = { kind: 'OPENED', orderId, positionId: order.opened, quantity } as const
    this.booked.push({ ...what, ...termsOf(fill), isMaker, profit: 0, reason: 'script' })
  }

  override close(
    position: OpenPosition,
    quantity: Quantity,
    fill: Fill,
    reason: CloseReason,
    other: number = NaN,
  ): void {
    const { id: positionId } = position
    const { price, rate } = fill
    const move = position.long ? price - position.openPrice : position.openPrice - price
    super.close(position, quantity, fill, reason, other)
    const isByOrder = reason === 'script' || reason === 'netting'
    const { orderId, isMaker } = isByOrder ? this.#settled : { orderId: 0, isMaker: reason === 'take-profit' }
    const what = { kind: 'CLOSED', orderId, positionId, quantity } as const
    this.booked.push({ ...what, ...termsOf(fill), isMaker, profit: move * quantity * rate, reason })
  }
}

function termsOf({ price, time, commission, halfSpread, slippage, rate }: Fill) {
  return { price, time, commission, halfSpread, slippage, rate }
}
