import type { VenueClock } from '../ports/venue-clock.ts'

interface Timer {
  readonly time: number
  readonly order: number
  readonly run: () => void
}

/** A clock that moves when it is told to, for tests and the simulator: hours pass in milliseconds, in the same order each time. */
export class VirtualClock implements VenueClock {
  #now: number
  #order = 0
  #seed = 1
  readonly #timers = new Set<Timer>()

  constructor(now: number) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  at(time: number, run: () => void): () => void {
    const timer = { time: Math.max(time, this.#now), order: this.#order++, run }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  random(): number {
    this.#seed = (this.#seed * 48_271) % 2_147_483_647
    return this.#seed / 2_147_483_647
  }

  /** Runs everything that is due up to a time, in order. */
  advanceTo(time: number): void {
    for (;;) {
      const next = this.#next()
      if (next === null || next.time > time) break
      this.#timers.delete(next)
      this.#now = next.time
      next.run()
    }
    this.#now = Math.max(this.#now, time)
  }

  #next(): Timer | null {
    let next: Timer | null = null
    for (const timer of this.#timers) {
      if (next === null || timer.time < next.time || (timer.time === next.time && timer.order < next.order))
        next = timer
    }
    return next
  }
}
