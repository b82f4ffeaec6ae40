import type { VenueClock } from '../ports/venue-clock.ts'

const MAX_MS = 30_000
/** A connection that lived that long was a good one. */
const GOOD_LIFE_MS = 60_000

/**
 * How long to wait before the next connection: twice as long after each loss, up to half a minute. A pause lasts between
 * half and all of that, so that not everything comes back at once.
 */
export class Pauses {
  readonly #clock: VenueClock
  readonly #firstMs: number
  #ms: number

  constructor(clock: VenueClock, firstMs: number) {
    this.#clock = clock
    this.#firstMs = firstMs
    this.#ms = firstMs
  }

  /** When to connect again after the loss of a connection, UTC milliseconds. */
  endAfter(openedAt: number): number {
    const now = this.#clock.now()
    if (now - openedAt >= GOOD_LIFE_MS) this.#ms = this.#firstMs
    const pause = this.#ms * (0.5 + this.#clock.random() / 2)
    this.#ms = Math.min(MAX_MS, this.#ms * 2)
    return now + pause
  }
}
