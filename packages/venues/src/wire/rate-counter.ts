import { memoryMs, type RateLimit } from './rate-limit.ts'

/**
 * What counts of one limit at a time. Times are UTC milliseconds, and may be a little out of order. Only what is counted
 * changes it: all who count the same have the same numbers, whenever they ask.
 */
export interface RateCounter {
  used(now: number): number
  add(weight: number, at: number): void
  /** The venue has counted that much. */
  atLeast(used: number, at: number): void
  /** When so much of what is used now counts no more. */
  freeAt(now: number, excess: number): number
}

export function rateCounter(limit: RateLimit): RateCounter {
  return limit.kind === 'window'
    ? new WindowCounter(limit.windowMs)
    : new LeakingCounter(limit.perSecond, memoryMs(limit))
}

class WindowCounter implements RateCounter {
  readonly #ms: number
  #window = -Infinity
  #used = 0

  constructor(ms: number) {
    this.#ms = ms
  }

  used(now: number): number {
    return this.#counts(this.#windowOf(now)) ? this.#used : 0
  }

  add(weight: number, at: number): void {
    this.#used = this.used(at) + weight
    const window = this.#windowOf(at)
    if (!this.#counts(window)) this.#window = window
  }

  atLeast(used: number, at: number): void {
    // Of the window before, that says nothing about this one.
    if (this.#windowOf(at) !== this.#window - 1) this.add(Math.max(0, used - this.used(at)), at)
  }

  freeAt(now: number): number {
    return (Math.max(this.#windowOf(now), this.used(now) > 0 ? this.#window : -Infinity) + 1) * this.#ms
  }

  #windowOf(time: number): number {
    return Math.floor(time / this.#ms)
  }

  /** What is late by a moment counts in the window that has begun; if it is late by more, the clock was set back. */
  #counts(window: number): boolean {
    return window === this.#window || window === this.#window - 1
  }
}

class LeakingCounter implements RateCounter {
  readonly #perMs: number
  readonly #memoryMs: number
  #used = 0
  #at = -Infinity

  constructor(perSecond: number, memory: number) {
    this.#perMs = perSecond / 1_000
    this.#memoryMs = memory
  }

  used(now: number): number {
    // Long before: the clock was set back.
    if (now < this.#at - this.#memoryMs) return 0
    return Math.max(0, this.#used - Math.max(0, now - this.#at) * this.#perMs)
  }

  add(weight: number, at: number): void {
    this.#used = this.used(at) + weight
    this.#at = at < this.#at - this.#memoryMs ? at : Math.max(at, this.#at)
  }

  atLeast(used: number, at: number): void {
    this.add(Math.max(0, used - this.used(at)), at)
  }

  freeAt(now: number, excess: number): number {
    return Math.ceil(now + excess / this.#perMs)
  }
}
