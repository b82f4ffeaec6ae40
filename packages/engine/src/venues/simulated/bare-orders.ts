import type { Price, Quantity } from '@tradeloom/domain'

import type { MarketPositions } from '../../account/market-positions.ts'
import type { Clock } from '../../market/clock.ts'
import type { OrderRegistry } from '../../account/order-registry.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'
import type { BareTerms } from '../../record/placed-orders.ts'
import type { RunSpec } from '../../run-spec.ts'
import type { Events } from '../../account/events.ts'
import type { Fills } from './fills.ts'

export interface BareOrdersParts {
  readonly spec: RunSpec
  readonly clock: Clock
  readonly positions: MarketPositions
  readonly fills: Fills
  readonly registry: OrderRegistry
  readonly events: Events
  /** Fills any market order at the current quote. */
  readonly fillInFull: (order: WorkingOrder) => void
}

/**
 * Bare orders that wait for the next price, as numbers: their ids, and the positions that they close. Objects of forty
 * fields for orders that live for a single price took longer than filling them; their terms are those of their records.
 */
export class BareOrders {
  readonly #ids: number[] = []
  /** 0 for an order that opens a position. */
  readonly #closes: number[] = []
  /** Later entries are of orders that have ended: emptying an array would release its memory. */
  #count = 0
  /** Those of the order that is being filled. */
  readonly #terms: BareTerms = { market: 0, buy: false, quantity: 0.5 as Quantity, time: 0.5 }
  readonly #spec: RunSpec
  readonly #clock: Clock
  readonly #positions: MarketPositions
  readonly #fills: Fills
  readonly #registry: OrderRegistry
  readonly #events: Events
  readonly #fillInFull: BareOrdersParts['fillInFull']

  constructor(parts: BareOrdersParts) {
    this.#spec = parts.spec
    this.#clock = parts.clock
    this.#positions = parts.positions
    this.#fills = parts.fills
    this.#registry = parts.registry
    this.#events = parts.events
    this.#fillInFull = parts.fillInFull
  }

  get count(): number {
    return this.#count
  }

  /** `closes`: the id of the position to close; 0 for an order that opens one. */
  add(id: number, closes: number): void {
    this.#ids[this.#count] = id
    this.#closes[this.#count] = closes
    this.#count += 1
  }

  /** Those that wait for the next price, as whole orders. */
  whole(): WorkingOrder[] {
    return this.#ids.slice(0, this.#count).map((id, place) => this.#whole(id, this.#closes[place] as number))
  }

  /** Fills all of them at these prices, in the order of their placement, most of them in few steps. */
  fill(bid: Price, ask: Price): void {
    const count = this.#count
    this.#count = 0
    const terms = this.#terms
    const positions = this.#positions
    const { placed } = this.#registry
    const { staleAfterMs } = this.#spec
    this.#fills.quoteBare(bid, ask)
    // A handler is notified of them: that takes more steps.
    const isPlain = this.#events.wantsNone
    for (let place = 0; place < count; place++) {
      const id = this.#ids[place] as number
      const closes = this.#closes[place] as number
      if (staleAfterMs > 0 || closes === 0) placed.readBare(id, terms)
      if (!isPlain || (staleAfterMs > 0 && this.#clock.time - terms.time > staleAfterMs)) this.#takeInFull(id, closes)
      else if (closes === 0) {
        if (!this.#fills.openBare(id, terms.buy, terms.quantity)) this.#takeInFull(id, closes)
      } else {
        const position = positions.open.get(closes)
        if (position === undefined) this.#takeInFull(id, closes)
        else {
          // It may be smaller than when the order was placed, never larger: all of it is closed.
          this.#fills.closeBare(id, position)
          // A trailing stop may be about to move.
          if (position.trailingStop !== position.trailingStop) positions.recycle(position)
        }
      }
    }
  }

  #takeInFull(id: number, closes: number): void {
    this.#fillInFull(this.#whole(id, closes))
  }

  #whole(id: number, closes: number): WorkingOrder {
    return this.#registry.restoreBare(id, this.#positions.market, closes)
  }
}
