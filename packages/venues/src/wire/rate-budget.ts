import type { VenueClock } from '../ports/venue-clock.ts'
import { SharedSilence } from './shared-silence.ts'

/** `urgent`: closings, cancellations and the guardian. */
export type Priority = 'urgent' | 'order' | 'look-up' | 'snapshot' | 'history'

/**
 * Up to which part of the budget each may go: a fifth is left for what is urgent, and comparing accounts with their venue
 * keeps nobody from placing an order.
 */
const SHARES: Readonly<Record<Priority, number>> = {
  urgent: 1,
  order: 0.8,
  'look-up': 0.7,
  snapshot: 0.6,
  history: 0.5,
}

/** What requests of one address may cost in one window, and times at which nothing may be sent at all. */
export class RateBudget {
  readonly #clock: VenueClock
  readonly #windowMs: number
  readonly #silence: SharedSilence
  #limit: number
  #window = -1
  #used = 0

  constructor(clock: VenueClock, silence: SharedSilence, { limit, windowMs }: { limit: number; windowMs: number }) {
    this.#clock = clock
    this.#silence = silence
    this.#limit = limit
    this.#windowMs = windowMs
  }

  /** As the venue states it. */
  setLimit(limit: number): void {
    this.#limit = limit
  }

  /** Takes a request's weight and returns 0, or takes nothing and returns when to try again, UTC milliseconds. */
  take(weight: number, priority: Priority): number {
    const until = this.retryAt(weight, priority)
    if (until === 0) this.#used += weight
    return until
  }

  /** 0 if it may be sent now. */
  retryAt(weight: number, priority: Priority): number {
    this.#roll()
    const { until } = this.#silence
    if (until !== null) return until
    const isWithin = this.#used + weight <= this.#limit * SHARES[priority]
    return isWithin ? 0 : (this.#window + 1) * this.#windowMs
  }

  /** What the venue has counted, also from others behind the same address. */
  counted(used: number): void {
    this.#roll()
    this.#used = Math.max(this.#used, used)
  }

  get state(): { readonly used: number; readonly limit: number; readonly silentUntil: number | null } {
    this.#roll()
    return { used: this.#used, limit: this.#limit, silentUntil: this.silentUntil }
  }

  /** Until when nothing may be sent at all; null while requests are allowed. */
  get silentUntil(): number | null {
    return this.#silence.until
  }

  /** The venue has told everybody behind this address to be silent. */
  silence(until: number): void {
    this.#silence.extend(until)
  }

  #roll(): void {
    const window = Math.floor(this.#clock.now() / this.#windowMs)
    if (window !== this.#window) [this.#window, this.#used] = [window, 0]
  }
}
