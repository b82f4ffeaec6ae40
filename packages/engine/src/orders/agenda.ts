import type { OpenPosition } from '../portfolio/open-position.ts'
import type { WorkingOrder } from './working-order.ts'

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
  /** Orders that wait or are on their way, by id. */
  readonly waiting: ReadonlyMap<number, WorkingOrder>
  readonly expire: (order: WorkingOrder) => void
  readonly arrive: (order: WorkingOrder, market: Moment) => void
  readonly answer: (request: Request, market: Moment) => void
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
  #nextExpiry = Infinity
  /** In the order of sending, which is that of arriving: everything takes equally long. */
  #sent: Parcel[] = []
  #first = 0
  readonly #parts: AgendaParts

  constructor(parts: AgendaParts) {
    this.#parts = parts
  }

  /** Ends the order when its time is over. */
  watch(order: WorkingOrder): void {
    if (order.expiry < this.#nextExpiry) this.#nextExpiry = order.expiry
    this.#look()
  }

  sendOrder(order: WorkingOrder): void {
    this.#send({ due: order.time + this.#parts.latencyMs, order, request: null })
  }

  sendRequest(request: Request, time: number): void {
    this.#send({ due: time + this.#parts.latencyMs, order: null, request })
  }

  /** Does what is due next, with the market where it is then. At one moment orders expire first. */
  pass(market: Moment): void {
    if (this.next >= this.#nextExpiry) this.#expire(this.next)
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

  #expire(time: number): void {
    this.#nextExpiry = Infinity
    for (const order of this.#parts.waiting.values()) {
      if (order.expiry <= time) this.#parts.expire(order)
      else if (order.expiry < this.#nextExpiry) this.#nextExpiry = order.expiry
    }
  }

  #look(): void {
    const due = this.#sent[this.#first]?.due ?? Infinity
    this.next = due < this.#nextExpiry ? due : this.#nextExpiry
  }
}
