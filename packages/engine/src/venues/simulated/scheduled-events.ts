import type { OpenPosition } from '../../account/open-position.ts'
import type { ChangeRequest } from '../../orders/trade-request.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'
import { type Trigger, TriggerHeap } from './trigger-heap.ts'

/** Where the market stands as something arrives: at a price, or on the straight path from one price to the next. */
export interface PricePoint {
  readonly time: number
  readonly bid: number
  readonly ask: number
  /** How far along the path, 0 to 1; null at a price itself. */
  readonly pathFraction: number | null
}

/** A request with what it is about. The orders may have ended by the time it arrives. */
export interface SentRequest {
  readonly request: ChangeRequest
  readonly orders: readonly WorkingOrder[]
  readonly position: OpenPosition | null
}

export interface ScheduledEventsParts {
  readonly latencyMs: number
  /** Ends the order, which is forgotten by that. */
  readonly expire: (order: WorkingOrder) => void
  readonly arrive: (order: WorkingOrder, point: PricePoint) => void
  readonly complete: (sent: SentRequest, point: PricePoint) => void
  /** Null where all of them fall between two rows of the market. */
  readonly dueCharges: DueCharges | null
}

/** What falls due by itself inside long bars: swap and funding. */
export interface DueCharges {
  readonly next: number
  book(time: number, bid: number, ask: number): void
}

interface InFlightRequest {
  readonly due: number
  readonly order: WorkingOrder | null
  readonly sent: SentRequest | null
}

/** What happens to orders at a time and not at a price: they expire, and what was sent with latency arrives. */
export class ScheduledEvents {
  /** When something is due next. */
  next = Infinity
  /** Orders by the time at which they end. */
  readonly #expiries = new TriggerHeap(1, new Float64Array(1), 0)
  /** In the order of sending, which is that of arriving: everything takes equally long. */
  #inFlight: InFlightRequest[] = []
  #first = 0
  readonly #parts: ScheduledEventsParts

  constructor(parts: ScheduledEventsParts) {
    this.#parts = parts
  }

  /** Ends the order when its time is over. */
  watch(order: WorkingOrder): void {
    const heap = this.#expiries
    const trigger: Trigger = { price: order.expiry, rank: 0, id: order.id, order, position: null, heap, alive: true }
    order.expiryTrigger = trigger
    heap.push(trigger)
    this.refresh()
  }

  /** The order has ended otherwise. */
  forget(order: WorkingOrder): void {
    if (!order.expiryTrigger) return
    this.#expiries.drop(order.expiryTrigger)
    order.expiryTrigger = null
    this.refresh()
  }

  sendOrder(order: WorkingOrder): void {
    this.#send({ due: order.time + this.#parts.latencyMs, order, sent: null })
  }

  /** The order meets the market at this time: between two prices that the market has shown. */
  sendOrderAt(order: WorkingOrder, due: number): void {
    this.#send({ due, order, sent: null })
  }

  sendRequest(sent: SentRequest, time: number): void {
    this.#send({ due: time + this.#parts.latencyMs, order: null, sent })
  }

  /** Processes what is due next, with the market where it is then. At one time charges come first, then orders expire. */
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

  /** Looks again at what is next. To be called when charges were booked elsewhere. */
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
