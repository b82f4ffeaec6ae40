import type { Price } from '@tradeloom/domain'

import type { MarketPositions } from '../../account/market-positions.ts'
import type { OpenPosition } from '../../positions/open-position.ts'
import type { Clock } from '../../market/clock.ts'
import type { Quote } from '../../market/quote.ts'
import type { OrderRegistry } from '../../account/order-registry.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'
import type { RunSpec } from '../../run-spec.ts'
import type { Fills } from './fills.ts'

export interface MarketOrdersParts {
  readonly spec: RunSpec
  readonly clock: Clock
  readonly quote: Quote
  readonly positions: MarketPositions
  readonly fills: Fills
  readonly registry: OrderRegistry
}

/** Market orders that wait for the next price, which fills them. */
export class MarketOrders {
  readonly #waiting: WorkingOrder[] = []
  /** Later entries have been filled: emptying an array would release its memory. */
  #count = 0
  /** Written anew for each order. */
  readonly #matched = { price: 0.5 as Price, halfSpread: 0.5, isMaker: false, slips: true, isOnPath: false }
  readonly #spec: RunSpec
  readonly #clock: Clock
  readonly #quote: Quote
  readonly #positions: MarketPositions
  readonly #fills: Fills
  readonly #registry: OrderRegistry

  constructor(parts: MarketOrdersParts) {
    this.#spec = parts.spec
    this.#clock = parts.clock
    this.#quote = parts.quote
    this.#positions = parts.positions
    this.#fills = parts.fills
    this.#registry = parts.registry
  }

  get count(): number {
    return this.#count
  }

  /** Those that wait for the next price, in the order of their placement. */
  get waiting(): readonly WorkingOrder[] {
    return this.#waiting.slice(0, this.#count)
  }

  add(order: WorkingOrder): void {
    this.#waiting[this.#count] = order
    this.#count += 1
  }

  /** Fills the orders that wait for this price. */
  fillWaiting(): void {
    const { bid, ask } = this.#quote
    const { time } = this.#clock
    const halfSpread = (ask - bid) / 2
    const count = this.#count
    this.#count = 0
    for (let at = 0; at < count; at++) {
      const order = this.#waiting[at] as WorkingOrder
      const closed = this.#closedBy(order)
      this.#fill(order, closed, halfSpread, order.buy ? ask : bid, time)
      // With latency, a request that is in flight may refer to it.
      if (this.#spec.latencyMs > 0) continue
      if (order.status !== 'NEW' && order.group === null) this.#registry.recycle(order)
      // Its trailing stop may be about to move.
      if (closed?.isOpen === false && closed.trailingStop !== closed.trailingStop) this.#positions.recycle(closed)
    }
  }

  /** Fills an order at this price. */
  fillNow(order: WorkingOrder): void {
    const { bid, ask } = this.#quote
    this.#fill(order, this.#closedBy(order), (ask - bid) / 2, order.buy ? ask : bid, this.#clock.time)
  }

  /** Fills an order between two prices of a bar. */
  fillOnPath(order: WorkingOrder, halfSpread: number, price: Price, time: number): void {
    this.#matched.isOnPath = true
    this.#fill(order, this.#closedBy(order), halfSpread, price, time)
    this.#matched.isOnPath = false
  }

  /** The position that an order closes; undefined if it is closed already. */
  #closedBy(order: WorkingOrder): OpenPosition | undefined {
    return order.closes === 0 ? undefined : this.#positions.open.get(order.closes)
  }

  #fill(order: WorkingOrder, closed: OpenPosition | undefined, halfSpread: number, price: Price, time: number): void {
    if (order.status !== 'NEW') return
    const { staleAfterMs, latencyMs } = this.#spec
    if (staleAfterMs > 0 && time - order.time - latencyMs > staleAfterMs) {
      // A position whose closing order did not fill can be closed again.
      if (closed) closed.closing = false
      return this.#registry.end(order, 'CANCELED', `there was no price for ${staleAfterMs / 1000} s`)
    }
    const matched = this.#matched
    matched.price = price
    matched.halfSpread = halfSpread
    if (order.closes === 0) this.#fills.fill(order, matched)
    else if (closed) this.#fills.fillClose(order, closed, matched)
    else this.#registry.end(order, 'CANCELED', 'the position is closed already')
  }
}
