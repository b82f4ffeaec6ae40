import type { OpenPosition } from '../../account/open-position.ts'
import { TriggerHeap } from './trigger-heap.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'

/** Where the market stands as something arrives: at a price, or on the straight way from one price to the next. */
export interface PricePoint {
  readonly time: number
  readonly bid: number
  readonly ask: number
  /** How far on the way, 0 to 1; null at a price itself. */
  readonly pathFraction: number | null
}

/** Something asked of an order, of several, or of a position that the market knows already. */
export interface Request {
  readonly kind: 'CHANGE' | 'CANCEL' | 'LINK'
  readonly orders: readonly WorkingOrder[]
  readonly position: OpenPosition | null
  /** Does it as things stand at that moment; tells why it cannot be done, or null. */
  readonly execute: (market: PricePoint) => string | null
}

export interface ScheduledEventsParts {
  readonly latencyMs: number
  /** Ends the order, which is forgotten by that. */
  readonly expire: (order: WorkingOrder) => void
  readonly arrive: (order: WorkingOrder, market: PricePoint) => void
  readonly complete: (request: Request, market: PricePoint) => void
  /** Null where all of them fall between two rows of the market. */
  readonly dueCharges: DueCharges | null
}

/** What falls due by itself inside long bars: swap and funding. */
export interface DueCharges {
  readonly next: number
  book(moment: number, bid: number, ask: number): void
}

interface InFlightRequest {
  readonly due: number
  readonly order: WorkingOrder | null
  readonly request: Request | null
}

/** What happens to orders at a time and not at a price: they expire, and what was sent with latency arrives. */
export class ScheduledEvents {
  /** When something is due next. */
  next = Infinity
  /** Orders by the moment at which they end. */
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
    order.expiryTrigger = { price: order.expiry, rank: 0, id: order.id, order, position: null, heap, alive: true }
    heap.push(order.expiryTrigger)
    this.#refresh()
  }

  /** The order has ended otherwise. */
  forget(order: WorkingOrder): void {
    if (!order.expiryTrigger) return
    this.#expiries.drop(order.expiryTrigger)
    order.expiryTrigger = null
    this.#refresh()
  }

  sendOrder(order: WorkingOrder): void {
    this.#send({ due: order.time + this.#parts.latencyMs, order, request: null })
  }

  sendRequest(request: Request, time: number): void {
    this.#send({ due: time + this.#parts.latencyMs, order: null, request })
  }

  /** Does what is due next, with the market where it is then. At one moment dueCharges are first, then orders expire. */
  pass(market: PricePoint): void {
    const { dueCharges } = this.#parts
    if (dueCharges && dueCharges.next <= this.next) {
      dueCharges.book(dueCharges.next, market.bid, market.ask)
      this.#refresh()
      return
    }
    const order = this.#expiries.nearest <= this.next ? this.#expiries.peek()?.order : null
    if (order) this.#parts.expire(order)
    else this.#arrive(market)
    this.#refresh()
  }

  #send(request: InFlightRequest): void {
    this.#inFlight.push(request)
    this.#refresh()
  }

  #arrive(market: PricePoint): void {
    const { order, request } = this.#inFlight[this.#first] as InFlightRequest
    this.#first += 1
    if (this.#first > 64 && this.#first * 2 > this.#inFlight.length) {
      this.#inFlight = this.#inFlight.slice(this.#first)
      this.#first = 0
    }
    if (order) this.#parts.arrive(order, market)
    if (request) this.#parts.complete(request, market)
  }

  /** To be called when dueCharges were booked elsewhere. */
  refresh(): void {
    this.#refresh()
  }

  #refresh(): void {
    const due = this.#inFlight[this.#first]?.due ?? Infinity
    const expiry = this.#expiries.nearest
    const next = due < expiry ? due : expiry
    const booked = this.#parts.dueCharges ? this.#parts.dueCharges.next : Infinity
    this.next = booked < next ? booked : next
  }
}
