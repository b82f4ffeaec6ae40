import type { OpenPosition } from '../../account/open-position.ts'
import { TriggerHeap } from './trigger-heap.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'

/** Where the market stands as something arrives: at a price, or on the straight way from one price to the next. */
export interface Moment {
  readonly time: number
  readonly bid: number
  readonly ask: number
  /** How far on the way, 0 to 1; null at a price itself. */
  readonly way: number | null
}

/** Something asked of an order, of several, or of a position that the market knows already. */
export interface Request {
  readonly kind: 'CHANGE' | 'CANCEL' | 'LINK'
  readonly orders: readonly WorkingOrder[]
  readonly position: OpenPosition | null
  /** Does it as things stand at that moment; tells why it cannot be done, or null. */
  readonly carryOut: (market: Moment) => string | null
}

export interface AgendaParts {
  readonly latencyMs: number
  /** Ends the order, which is forgotten by that. */
  readonly expire: (order: WorkingOrder) => void
  readonly arrive: (order: WorkingOrder, market: Moment) => void
  readonly answer: (request: Request, market: Moment) => void
  /** Null where all of them fall between two rows of the market. */
  readonly dues: Dues | null
}

/** What falls due by itself inside long bars: swap and funding. */
export interface Dues {
  readonly next: number
  book(moment: number, bid: number, ask: number): void
}

interface Parcel {
  readonly due: number
  readonly order: WorkingOrder | null
  readonly request: Request | null
}

/** What happens to orders at a time and not at a price: they expire, and what was sent with latency arrives. */
export class Agenda {
  /** When something is due next. */
  next = Infinity
  /** Orders by the moment at which they end. */
  readonly #expiries = new TriggerHeap(1, new Float64Array(1), 0)
  /** In the order of sending, which is that of arriving: everything takes equally long. */
  #sent: Parcel[] = []
  #first = 0
  readonly #parts: AgendaParts

  constructor(parts: AgendaParts) {
    this.#parts = parts
  }

  /** Ends the order when its time is over. */
  watch(order: WorkingOrder): void {
    const heap = this.#expiries
    order.expiryTrigger = { price: order.expiry, rank: 0, id: order.id, order, position: null, heap, alive: true }
    heap.push(order.expiryTrigger)
    this.#look()
  }

  /** The order has ended otherwise. */
  forget(order: WorkingOrder): void {
    if (!order.expiryTrigger) return
    this.#expiries.drop(order.expiryTrigger)
    order.expiryTrigger = null
    this.#look()
  }

  sendOrder(order: WorkingOrder): void {
    this.#send({ due: order.time + this.#parts.latencyMs, order, request: null })
  }

  sendRequest(request: Request, time: number): void {
    this.#send({ due: time + this.#parts.latencyMs, order: null, request })
  }

  /** Does what is due next, with the market where it is then. At one moment dues are first, then orders expire. */
  pass(market: Moment): void {
    const { dues } = this.#parts
    if (dues && dues.next <= this.next) {
      dues.book(dues.next, market.bid, market.ask)
      this.#look()
      return
    }
    const order = this.#expiries.nearest <= this.next ? this.#expiries.peek()?.order : null
    if (order) this.#parts.expire(order)
    else this.#arrive(market)
    this.#look()
  }

  #send(parcel: Parcel): void {
    this.#sent.push(parcel)
    this.#look()
  }

  #arrive(market: Moment): void {
    const { order, request } = this.#sent[this.#first] as Parcel
    this.#first += 1
    if (this.#first > 64 && this.#first * 2 > this.#sent.length) {
      this.#sent = this.#sent.slice(this.#first)
      this.#first = 0
    }
    if (order) this.#parts.arrive(order, market)
    if (request) this.#parts.answer(request, market)
  }

  /** To be called when dues were booked elsewhere. */
  refresh(): void {
    this.#look()
  }

  #look(): void {
    const due = this.#sent[this.#first]?.due ?? Infinity
    const expiry = this.#expiries.nearest
    const next = due < expiry ? due : expiry
    const booked = this.#parts.dues ? this.#parts.dues.next : Infinity
    this.next = booked < next ? booked : next
  }
}
