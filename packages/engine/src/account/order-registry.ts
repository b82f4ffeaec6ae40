import type { Quantity } from '@tradeloom/domain'

import { ScriptApiError } from '../errors.ts'
import type { Clock } from '../market/clock.ts'
import type { BareTerms, PlacedOrders } from '../record/placed-orders.ts'
import type { RunLog } from '../record/run-log.ts'
import type { Events } from './events.ts'
import { NO_QUANTITY } from '../orders/lots.ts'
import { Tags } from '../orders/tags.ts'
import { WorkingOrder } from '../orders/working-order.ts'

export interface OrderRegistryParts {
  readonly clock: Clock
  readonly events: Events
  readonly log: RunLog
  readonly instrumentIds: readonly string[]
  readonly maxOrders: number
  readonly placed: PlacedOrders
}

/** Every order of the account: ids, outcomes, and the working orders. */
export class OrderRegistry {
  readonly placed: PlacedOrders
  readonly tags = new Tags()
  /** By market: orders that wait for a price or are in flight to the venue, by id. */
  readonly waiting: readonly Map<number, WorkingOrder>[]
  readonly #clock: Clock
  readonly #events: Events
  readonly #log: RunLog
  readonly #maxOrders: number
  readonly #instrumentIds: readonly string[]
  /** Written anew for each order. */
  readonly #bareTerms: BareTerms = { market: 0, buy: false, quantity: 0.5 as Quantity, time: 0.5 }
  readonly #ended: WorkingOrder[] = []
  /** Later entries have been taken: `push` and `pop` take longer than the rest of their functions. */
  #endedCount = 0
  /** Number of rejected changes, cancellations and links. */
  #rejections = 0

  constructor({ clock, events, log, instrumentIds, maxOrders, placed }: OrderRegistryParts) {
    this.placed = placed
    this.waiting = instrumentIds.map(() => new Map())
    this.#clock = clock
    this.#events = events
    this.#log = log
    this.#maxOrders = maxOrders
    this.#instrumentIds = instrumentIds
  }

  /** A new market order, which is not recorded yet. */
  create(market: number, instrumentId: string, buy: boolean): WorkingOrder {
    const id = this.#nextId()
    const clock = this.#clock
    if (this.#endedCount === 0) return new WorkingOrder(id, market, instrumentId, buy, clock.time)
    this.#endedCount -= 1
    const order = this.#ended[this.#endedCount] as WorkingOrder
    order.renew(id, market, instrumentId, buy, clock)
    return order
  }

  /** A bare order that the venue has taken as numbers, in full; it has not ended. */
  restoreBare(id: number, market: number, closes: number): WorkingOrder {
    const terms = { market, buy: false, quantity: NO_QUANTITY, time: NaN }
    this.placed.readBare(id, terms)
    const order = new WorkingOrder(id, market, this.#instrumentIds[market] as string, terms.buy, terms.time)
    order.quantity = terms.quantity
    order.isBare = true
    order.closes = closes
    order.closesWhole = closes > 0
    order.positionId = closes
    return order
  }

  /** Adds a bare order to the record, and returns its id. */
  addBare(market: number, buy: boolean, quantity: Quantity): number {
    const id = this.#nextId()
    const terms = this.#bareTerms
    terms.market = market
    terms.buy = buy
    terms.quantity = quantity
    terms.time = this.#clock.time
    this.placed.addBare(terms)
    return id
  }

  /** Call it for an ended order to which no reference is left: its object may become the next order. */
  recycle(order: WorkingOrder): void {
    if (this.#endedCount === MAX_ENDED) return
    this.#ended[this.#endedCount] = order
    this.#endedCount += 1
  }

  #nextId(): number {
    if (this.placed.count >= this.#maxOrders) {
      throw new ScriptApiError(`The script placed more than ${this.#maxOrders} orders`)
    }
    return this.placed.count + 1
  }

  /** A working order of any market. */
  find(id: number): WorkingOrder | undefined {
    for (const orders of this.waiting) {
      const order = orders.get(id)
      if (order) return order
    }
    return undefined
  }

  reject(order: WorkingOrder, reason: string): void {
    order.status = 'REJECTED'
    order.reason = reason
    this.publish(order)
  }

  /** Ends a working order: it expired, was canceled, or another one of its group was filled. */
  end(order: WorkingOrder, status: 'CANCELED' | 'EXPIRED', reason: string | null): void {
    order.status = status
    order.reason = reason
    this.publish(order)
  }

  /** Call it whenever the status of an order has changed. */
  publish(order: WorkingOrder): void {
    this.placed.end(order)
    if (!order.isWorking) {
      const waiting = this.waiting[order.market] as Map<number, WorkingOrder>
      if (waiting.size > 0) waiting.delete(order.id)
      // A bare order waits for the next price only; nothing remembers it.
      if (!order.isBare) order.withdrawTriggers()
    }
    if (order.status === 'REJECTED') {
      this.#log.write(this.#clock.time, 'warning', `Order ${order.id} refused: ${order.reason ?? ''}`)
    }
    this.report(order)
    if (order.group !== null) this.#endGroup(order)
  }

  /** Tells the script about an order; `refused`: why a change or a cancellation of it was. */
  report(order: WorkingOrder, refused: string | null = null): void {
    if (this.#events.wantsOrders) this.#events.order(order.record(refused))
  }

  /** Logs a rejected request; a script that sends one on every tick does not flood the log. */
  logRejection(text: string): void {
    if (this.#rejections < MAX_LOGGED_REJECTIONS) this.#log.write(this.#clock.time, 'warning', text)
    this.#rejections += 1
    if (this.#rejections !== MAX_LOGGED_REJECTIONS) return
    this.#log.write(this.#clock.time, 'warning', 'Changes that are refused from now on are not written here')
  }

  /** One order of a group was filled or ended: cancels the others. */
  #endGroup(order: WorkingOrder): void {
    const { group } = order
    if (!group || order.isWorking) return
    for (const other of group) other.group = null
    const reason = `one of the group was ${order.status === 'FILLED' ? 'filled' : 'ended'}: order ${order.id}`
    for (const other of group) {
      if (other.status === 'NEW') this.end(other, 'CANCELED', reason)
    }
  }
}

const MAX_LOGGED_REJECTIONS = 1_000
const MAX_ENDED = 16
