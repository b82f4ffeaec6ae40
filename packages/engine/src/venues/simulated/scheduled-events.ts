import type { CancelRequest, ChangeRequest, Price } from '@tradeloom/domain'

import type { OpenPosition } from '../../positions/open-position.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'
import type { AccountCopies } from './account-copies.ts'
import { Trigger, TriggerHeap } from './trigger-heap.ts'

/** Where the market is when something arrives: at a price, or on the straight path between two prices. */
export interface PricePoint {
  readonly time: number
  readonly bid: Price
  readonly ask: Price
  /** How far along the path, 0 to 1; null at a price itself. */
  readonly pathFraction: number | null
}

/** A request with its targets. The orders may have ended by the time it arrives. */
export interface SentRequest {
  readonly request: ChangeRequest | CancelRequest
  readonly orders: readonly WorkingOrder[]
  readonly position: OpenPosition | null
}

export interface ScheduledEventsParts {
  readonly latencyMs: number
  /** Ends the order, which also removes it here. */
  readonly expire: (order: WorkingOrder) => void
  readonly arrive: (order: WorkingOrder, point: PricePoint) => void
  readonly complete: (sent: SentRequest, point: PricePoint) => void
  /** Null if they all fall between two rows of the market. */
  readonly dueCharges: DueCharges | null
}

/** Charges due inside long bars: swap and funding. */
export interface DueCharges {
  readonly next: number
  book(time: number, bid: Price, ask: Price): void
}

interface InFlightRequest {
  readonly due: number
  readonly order: WorkingOrder | null
  readonly sent: SentRequest | null
}

/** Events at a time rather than at a price: orders expire, and requests sent with latency arrive. */
export class ScheduledEvents {
  /** Time of the next event. */
  next = Infinity
  /** Orders by expiry time. */
  readonly #expiries = new TriggerHeap(1, new Float64Array(1), 0)
  /** In sending order, which is also arrival order: all latencies are equal. */
  #inFlight: InFlightRequest[] = []
  #first = 0
  readonly #parts: ScheduledEventsParts

  constructor(parts: ScheduledEventsParts) {
    this.#parts = parts
  }

  /** Schedules the order's expiry. */
  watch(order: WorkingOrder): void {
    const heap = this.#expiries
    const trigger = new Trigger(heap, order.expiry, 0, order.id, order, null)
    order.expiryTrigger = {
      withdraw: () => {
        trigger.withdraw()
        this.refresh()
      },
    }
    heap.push(trigger)
    this.refresh()
  }

  sendOrder(order: WorkingOrder): void {
    this.#send({ due: order.time + this.#parts.latencyMs, order, sent: null })
  }

  /** The order meets the market at this time, between two prices. */
  sendOrderAt(order: WorkingOrder, due: number): void {
    this.#send({ due, order, sent: null })
  }

  sendRequest(sent: SentRequest, time: number): void {
    this.#send({ due: time + this.#parts.latencyMs, order: null, sent })
  }

  /** Processes the next event at the current market. At equal times, charges come first, then expiries. */
  processNext(point: PricePoint): void {
    const { dueCharges } = this.#parts
    if (dueCharges && dueCharges.next <= this.next) {
      dueCharges.book(dueCharges.next, point.bid, point.ask)
      this.refresh()
      return
    }
    const order = this.#expiries.nearest <= this.next ? this.#expiries.peek()?.order : null
    if (order) this.#parts.expire(order)
    else this.#arrive(point)
    this.refresh()
  }

  /** Schedules the same events for copies of their orders and positions. */
  copyFrom(source: ScheduledEvents, copies: AccountCopies): void {
    for (const { order } of source.#expiries.all()) if (order) this.watch(copies.order(order))
    for (const { due, order, sent } of source.#inFlight.slice(source.#first)) {
      this.#send({
        due,
        order: order && copies.order(order),
        sent: sent && {
          request: sent.request,
          orders: sent.orders.map((one) => copies.order(one)),
          position: sent.position && copies.position(sent.position),
        },
      })
    }
  }

  /** Recomputes the next event. Call it when charges were booked elsewhere. */
  refresh(): void {
    const due = this.#inFlight[this.#first]?.due ?? Infinity
    const expiry = this.#expiries.nearest
    const next = due < expiry ? due : expiry
    const charges = this.#parts.dueCharges ? this.#parts.dueCharges.next : Infinity
    this.next = charges < next ? charges : next
  }

  #send(request: InFlightRequest): void {
    this.#inFlight.push(request)
    this.refresh()
  }

  #arrive(point: PricePoint): void {
    const { order, sent } = this.#inFlight[this.#first] as InFlightRequest
    this.#first += 1
    if (this.#first > 64 && this.#first * 2 > this.#inFlight.length) {
      this.#inFlight = this.#inFlight.slice(this.#first)
      this.#first = 0
    }
    if (order) this.#parts.arrive(order, point)
    if (sent) this.#parts.complete(sent, point)
  }
}
