import { type DrillKind, DRILLS } from '@tradeloom/domain/drills'
import { TICK_FLAGS, type TickRow } from '@tradeloom/market-data/ticks'

export interface RunningDrillParts {
  readonly id: string
  readonly accountId: string
  readonly userId: string
  readonly kind: DrillKind
  readonly instrumentId: string
  /** UTC milliseconds. */
  readonly startedAt: number
  /** The share by which prices fall. */
  readonly fall: number
  /** How long a second of it takes, in seconds; 1 but for tests. */
  readonly pace: number
}

/** A price with as many digits as venues quote. */
export function shortPrice(price: number): number {
  return Number(price.toPrecision(7))
}

/** What goes wrong on one paper account, and when. It follows from its beginning and the time alone. */
export class RunningDrill {
  readonly id: string
  readonly accountId: string
  readonly userId: string
  readonly kind: DrillKind
  readonly instrumentId: string
  readonly #parts: RunningDrillParts

  constructor(parts: RunningDrillParts) {
    this.id = parts.id
    this.accountId = parts.accountId
    this.userId = parts.userId
    this.kind = parts.kind
    this.instrumentId = parts.instrumentId
    this.#parts = parts
  }

  get endsAt(): number {
    return this.#at(DRILLS[this.kind].lastsMs)
  }

  /** The share of an order that is filled before the rest is canceled. */
  shareOf(orderId: string): number {
    return orderId === this.id ? DRILLS[this.kind].filledShare : 1
  }

  isSilent(now: number): boolean {
    return this.#has('silent', now) || this.isHalted(now)
  }

  isHalted(now: number): boolean {
    return this.#has('halted', now)
  }

  /** Nobody works on the account. */
  isAbandoned(now: number): boolean {
    return this.#has('killed', now)
  }

  isTakenOver(now: number): boolean {
    return this.kind === 'killed' && now >= this.#at(DRILLS[this.kind].faultUntilMs)
  }

  /** Whether the venue answers nothing about its order. */
  isUnanswered(intentId: string, now: number): boolean {
    return intentId === this.id && this.#has('unanswered', now)
  }

  losesAnswer(intentId: string): boolean {
    return intentId === this.id && DRILLS[this.kind].fault === 'unanswered'
  }

  /** A price as this account sees it. */
  priced(row: TickRow): TickRow {
    const { receivedAt, bid, ask } = row
    if (this.isSilent(receivedAt)) return { ...row, flags: row.flags | TICK_FLAGS.closed }
    if (receivedAt < this.#at(DRILLS[this.kind].faultFromMs)) return row
    return { ...row, bid: this.#fallen(bid), ask: this.#fallen(ask) }
  }

  #fallen(price: number): number {
    return shortPrice(price * (1 - this.#parts.fall))
  }

  #has(fault: (typeof DRILLS)[DrillKind]['fault'], time: number): boolean {
    const terms = DRILLS[this.kind]
    return terms.fault === fault && time >= this.#at(terms.faultFromMs) && time < this.#at(terms.faultUntilMs)
  }

  #at(ms: number): number {
    return this.#parts.startedAt + ms * this.#parts.pace
  }
}
