import type { MarketPositions } from '../../account/market-positions.ts'
import { OpenPosition } from '../../positions/open-position.ts'
import { WorkingOrder } from '../../orders/working-order.ts'

/** Copies of orders and positions, one of each, with the same ids. Nothing triggers them yet. */
export class AccountCopies {
  readonly #orders = new Map<WorkingOrder, WorkingOrder>()
  readonly #positions = new Map<OpenPosition, OpenPosition>()

  order(order: WorkingOrder): WorkingOrder {
    const known = this.#orders.get(order)
    if (known) return known
    const { id, market, instrumentId, buy, time } = order
    const copy = Object.assign(new WorkingOrder(id, market, instrumentId, buy, time), order)
    copy.trigger = null
    copy.expiryTrigger = null
    this.#orders.set(order, copy)
    // Not endless: an order of its group finds this copy.
    copy.group = order.group && order.group.map((one) => this.order(one))
    return copy
  }

  position(position: OpenPosition): OpenPosition {
    const known = this.#positions.get(position)
    if (known) return known
    const { market, id, long, quantity, openTime, openPrice } = position
    const copy = Object.assign(new OpenPosition(market, id, long, quantity, openTime, openPrice), position)
    copy.stopTrigger = null
    copy.targetTrigger = null
    copy.trailingTrigger = null
    copy.betterTrigger = null
    copy.previous = null
    copy.next = null
    this.#positions.set(position, copy)
    return copy
  }

  /** Copies of the open positions of a market, oldest first. */
  positionsOf(market: MarketPositions): OpenPosition[] {
    return Array.from(market.open.values(), (position) => this.position(position))
  }

  /** The copies of orders, by their originals. */
  get orders(): ReadonlyMap<WorkingOrder, WorkingOrder> {
    return this.#orders
  }

  get positions(): ReadonlyMap<OpenPosition, OpenPosition> {
    return this.#positions
  }
}
